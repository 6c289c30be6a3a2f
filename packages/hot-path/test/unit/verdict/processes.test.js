'use strict'

// The report about a server with several processes or threads. Under load:
// integration/instruments/clusters.test.js

const t = require('tap')
const { findingsOf } = require('../../../src/checkup/findings')
const { toWindow } = require('../../../src/checkup/window')
const { othersInside } = require('../../../src/verdict/processes')
const { toolFailed } = require('../../../src/process/process-tree')
const { examination } = require('../../support/examination')

t.test('the warning about several processes depends on their share of CPU time', async function (t) {
  const said = (seen) => othersInside({ file: 'server.js', ...seen })
  t.equal(said({}), null)
  t.match(said({ processes: 2, shareBelow: 0.9 }), {
    name: 'several-processes',
    sentence: /runs in 3 processes.* 90 %/
  })
  t.ok(said({ processes: 2, shareBelow: 0.9 }).spoils.includes('serverCpuUsPerRequest'))
  t.ok(
    said({ processes: 2, shareBelow: NaN }).spoils.includes('serverCpuUsPerRequest'),
    'if the system does not report it'
  )
  t.same(said({ processes: 1, shareBelow: 0.02 }).spoils, [])
  t.equal(said({ processes: 1, threads: 3, shareBelow: 0.02 }).name, 'several-processes')
  t.match(said({ threads: 1 }), { name: 'worker-threads', sentence: /1 worker thread beside/ })
})

t.test('a cluster has no other finding, whatever its primary shows', async function (t) {
  const inside = { processes: 2, threads: 0, shareBelow: 0.97 }
  for (const problem of [
    {},
    { blockedMs: 10, blockMs: 150 },
    { otherPrograms: 1.2, waited: 0.5, user: 0.3, system: 0.1 }
  ]) {
    const made = { ...examination({ noise: 0.05, seed: 1, ...problem }), inside }
    t.same(
      findingsOf(toWindow(made)).map(({ name }) => name),
      ['several-processes']
    )
    t.notMatch(findingsOf(toWindow({ ...made, inside: { ...inside, shareBelow: 0.01 } })), [
      { name: 'several-processes' }
    ])
  }
})

t.test('a tool that fails for another reason is not attributed to several processes', async function (t) {
  const words = 'Error: no database'
  t.equal(toolFailed({ file: 'server.js', processes: 2, words }), null)
  t.equal(toolFailed({ file: 'server.js', processes: 0, words: 'Error: write EPIPE' }), null, 'an unrelated pipe')
})
