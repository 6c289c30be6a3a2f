'use strict'

// A server that computes outside its main thread: the check-up names the thread or process, and the line.

const fs = require('fs')
const path = require('path')
const t = require('tap')
const { ROOT, hotPath } = require('../support/helper')
const { okUnlessBusy, watchMachine } = require('../support/performance')

const FOLDER = path.join(ROOT, 'packages/hot-path/test/fixtures/threads')

// `source`: the file of the line; `thread`: the thread or process that runs it; `finding`: the expected finding.
const SERVERS = {
  'one-worker': { source: 'one-worker', name: 'sign', thread: /^worker thread 1 \(signer\)$/, finding: 'thread-pool' },
  'pool-of-four': { source: 'thumbnail', name: 'shrink', thread: /^worker thread \d$/, finding: 'thread-pool' },
  'cluster-of-two': { source: 'cluster-of-two', name: 'tariff', thread: /^cluster worker 2 \(process \d+\)$/, finding: 'several-processes' }
}

for (const [server, { source, name, thread, finding }] of Object.entries(SERVERS)) {
  const lines = fs.readFileSync(path.join(FOLDER, `${source}.js`), 'utf8').split('\n')
  const line = lines.findIndex((text) => text.includes('<- here')) + 1
  t.test(`${server}: the check-up names the line, and the thread or process that runs it`, async function (t) {
    const interference = watchMachine(t)
    const { stdout, stderr } = await hotPath(
      ['checkup', path.join(FOLDER, `${server}.js`), '--connections=10', '--no-open', '--json', '--duration=4'],
      { cwd: t.testdir() }
    )
    const { findings: [first] } = JSON.parse(stdout || '{"findings":[]}')
    const [place] = first.places ?? []
    const isRight = first.name === finding && place?.line === line && place.function === name
    okUnlessBusy(t, isRight, `${first.name} ${JSON.stringify(place)} ${stderr}`, interference)
    if (!isRight) return
    t.match(path.basename(first.places[0].file), `${source}.js`)
    const whats = first.evidence.map(({ what }) => what.replace(/^(CPU|event-loop utilisation) of /, ''))
    t.ok(whats.some((what) => thread.test(what)), whats.join('; '))
    if (finding === 'several-processes') {
      t.match(first.sentence, /Cluster worker 2 \(process \d+\) is saturated: .* times as much CPU per request as cluster worker 1/)
    } else t.match(first.sentence, 'the worker threads are busy, and requests wait for them')
  })
}
