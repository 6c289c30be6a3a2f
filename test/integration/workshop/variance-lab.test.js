'use strict'

// The lab on variance measures cohorts of processes, and leaves none behind. No timing is judged.

const fs = require('fs')
const path = require('path')
const t = require('tap')
const { measureCohort } = require('../../../labs/variance/cohort')
const { setup } = require('../../../scripts/docs/labs/variance')
const { childrenOf } = require('hot-path/testing')
const { ROOT } = require('../../support/helper')

const server = { file: path.join(ROOT, 'labs/variance/servers/sort.js'), path: '/' }
const onLinux = { skip: process.platform !== 'linux' && 'it reads CPU times from /proc, which only Linux has' }
const size = { processes: 2, turns: 3 }

t.test('a cohort has a cost for each process and turn', onLinux, async function (t) {
  const costsUs = await measureCohort(server, { id: 'x', title: 'x', warmSeconds: 0.1, flags: ['--no-opt'] }, process.execPath, size)
  t.equal(costsUs.length, 2)
  for (const costs of costsUs) t.ok(costs.length === 3 && costs.every((us) => us > 1 && us < 1e5), costs.join())
  t.match(
    setup({ cohorts: [{ node: '24', date: '2026-11-28', cpu: 'x', costsUs }], machine: { cores: 2 } }),
    /Measured on 2026-11-28: 2 cores of x, Node 24; 1 cohort of 2 processes, 3 turns each\./
  )
})

t.test('a process that ends is an error, and no process is left', onLinux, async function (t) {
  const broken = { id: 'x', title: 'x', flags: ['--no-such-flag'] }
  await t.rejects(measureCohort(server, broken, process.execPath, size), { message: /--no-such-flag .*has ended: 9/ })
  t.same(childrenOf(process.pid).filter(runsServer), [])
})

/** @param {number} pid */
function runsServer (pid) {
  return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(server.file)
}
