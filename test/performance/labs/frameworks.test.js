'use strict'

// The frameworks lab with real contestants and real load, and the handling of contestants that fail.

const { spawnSync } = require('child_process')
const fs = require('fs')
const path = require('path')
const { setTimeout: wait } = require('timers/promises')
const t = require('tap')
const contestants = require('../../../labs/frameworks/catalog')
const { begin, hotPath, processes, ROOT } = require('../../support/helper')
const { okUnlessBusy, watchMachine } = require('../../../packages/hot-path/test/support/performance')
const { copyOfTheProject } = require('../../support/reader')

const OURS = path.join(ROOT, 'labs/frameworks')
const IDS = contestants.map(({ id }) => id)
const CLAIMS = require('../../../labs/frameworks/claims').map(({ id }) => id)
t.setTimeout(900_000) // the first run installs packages and compiles Axum

/** Returns the running contestants of this checkout. */
function running () {
  return processes((args) => args.includes(OURS))
}

t.test('every contestant is measured in both modes, and the order matches the text', async function (t) {
  const interference = watchMachine(t)
  const { status, stdout, stderr } = await hotPath(['lab:frameworks', '--rounds=1', '--duration=1', '--json'])
  if (!stdout) throw new Error(stderr)
  t.equal(status, 3, 'too few rounds for a verdict')
  const { subjects, samples, failed, ratios, claims, report } = JSON.parse(stdout)
  t.same(subjects, IDS)
  const without = spawnSync('cargo', ['--version']).error ? ['axum'] : []
  t.same([...new Set(failed.map(({ subject }) => subject))], without, 'only contestants without a compiler are missing')
  for (const mode of ['single', 'clustered']) {
    for (const id of IDS.filter((id) => !without.includes(id))) {
      const own = samples.filter((sample) => sample.subject === id && sample.mode === mode)
      t.equal(own.length, 1, `${id}, ${mode}`)
      for (const {
        requests,
        errors,
        non2xx,
        idleRssBytes,
        rssBytes,
        serverCpuUsPerRequest,
        processes,
        steady
      } of own) {
        t.ok(
          requests > 0 && errors === 0 && non2xx === 0,
          `${id}, ${mode}: ${requests} answers, ${errors} errors, ${non2xx} refusals`
        )
        t.ok(
          idleRssBytes > 1e6 && rssBytes >= idleRssBytes / 2 && serverCpuUsPerRequest > 0,
          `${idleRssBytes} and ${rssBytes} bytes, ${serverCpuUsPerRequest} µs`
        )
        t.equal(processes, mode === 'single' || id === 'axum' ? 1 : 3, 'a primary and two workers')
        t.ok(
          steady.requests === 1000 && steady.errors === 0 && steady.non2xx === 0,
          `${steady.requests} answers at a pace of 2,000 a second, in half a second`
        )
      }
    }
  }
  t.equal(ratios.length, 3 * IDS.length - 2, 'over the base in both modes, and two workers over one')
  t.same(
    claims.map(({ id }) => id),
    without.length ? CLAIMS.filter((id) => !id.includes('axum')) : CLAIMS
  )
  const of = (id) => samples.find(({ subject, mode }) => subject === id && mode === 'single').serverCpuUsPerRequest
  okUnlessBusy(
    t,
    of('node') < of('velocy') && of('velocy') < of('express') && of('elysia') < of('node'),
    'CPU of a request: Elysia, bare Node, Velocy, Express',
    interference
  )
  t.match(fs.readFileSync(report, 'utf8'), /<h2>Two workers<\/h2>/)
  t.same(running(), [], 'no process is left')
})

t.test('a contestant is one file and one line; failures are reported, and the others measured', async function (t) {
  const folder = copyOfTheProject(t)
  const lab = path.join(folder, 'labs/frameworks')
  const bare = fs.readFileSync(path.join(lab, 'contestants/node.js'), 'utf8')
  const added = {
    mine: bare,
    wrong: bare.replace("'x-powered-by': 'benchmark'", "'x-powered-by': 'mine'"),
    mortal: bare.replace(
      'function answer (req, res) {',
      'let count = 0\nfunction answer (req, res) {\n  if (++count > 1000) process.exit()'
    ),
    shortLived: `${bare}setTimeout(process.exit, 2500)`, // half a second idle, one of warm-up, one of load
    absent: 'process.exit()'
  }
  for (const [id, code] of Object.entries(added)) fs.writeFileSync(path.join(lab, 'contestants', `${id}.js`), code)
  const catalog = path.join(lab, 'catalog.js')
  const lines = Object.keys(added)
    .map((id) => `  script('${id}', 'a contestant of the test', 'node'),\n`)
    .join('')
  fs.writeFileSync(
    catalog,
    fs.readFileSync(catalog, 'utf8').replace("  script('express'", `${lines}  script('express'`)
  )

  const hotPathThere = [
    path.join(folder, 'packages/hot-path/bin/hot-path.js'),
    'lab:frameworks',
    ...Object.keys(added),
    'node',
    '--rounds=1',
    '--duration=1'
  ]
  const { status, stdout, stderr } = spawnSync(process.execPath, [...hotPathThere, '--json'], {
    cwd: folder,
    encoding: 'utf8'
  })
  if (!stdout) throw new Error(stderr)
  t.equal(status, 1)
  const { samples, failed, report } = JSON.parse(stdout)
  t.same([...new Set(samples.map(({ subject, mode }) => `${subject}, ${mode}`))].sort(), [
    'mine, clustered',
    'mine, single',
    'node, clustered',
    'node, single'
  ])
  for (const [subject, why] of [
    ['wrong', /x-powered-by is mine, and should be benchmark/],
    ['mortal', /mortal ended unexpectedly/],
    ['absent', /absent ended unexpectedly/],
    ['shortLived', /shortLived ended/]
  ]) {
    t.match(
      failed.filter((failure) => failure.subject === subject),
      [
        { mode: 'single', why },
        { mode: 'clustered', why }
      ],
      subject
    )
  }
  t.match(fs.readFileSync(report, 'utf8'), /mortal, single, was not measured/)
})

t.test('an interrupted lab leaves no processes behind', async function (t) {
  const lab = begin(['lab:frameworks', 'node', '--rounds=9'])
  await lab.says('measuring')
  while (running().length === 0) await wait(20)
  lab.child.kill('SIGINT')
  t.equal((await lab.ended).status, 130)
  while (running().length) await wait(20) // polls, because they are not child processes of this test
})

t.test('an unknown contestant is rejected with a one-line error', async function (t) {
  t.match(await hotPath(['lab:frameworks', 'koa']), {
    status: 2,
    stdout: '',
    stderr: /there is no contestant "koa"\. Choose from: elysia, /
  })
})
