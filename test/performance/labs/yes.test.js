'use strict'

// The yes lab with real writers and a real pipe.

const { spawn } = require('child_process')
const { once } = require('events')
const path = require('path')
const { setTimeout: wait } = require('timers/promises')
const t = require('tap')
const writers = require('../../../labs/yes/catalog')
const { begin, hotPath, processes, ROOT } = require('../../support/helper')
const { claimHolds } = require('../../../packages/hot-path/test/support/performance')

const GIB = 2 ** 30

const OURS = [path.join(ROOT, 'labs/yes'), path.join(ROOT, 'reports/lab-yes'), path.join(ROOT, 'packages/yes-node')]

/** Returns the running writers and meters of this checkout, and any yes. */
function running () {
  return processes((args) => OURS.some((path) => args.includes(path)) || args === 'yes')
}

async function gone () {
  while (running().length) await wait(20) // polls, because they are not child processes of this test
}

t.test('all writers run, and the claims of the lab hold', async function (t) {
  const { status, stdout, stderr } = await hotPath(['lab:yes', '--rounds=6', '--json'])
  t.ok([0, 3].includes(status), stderr)
  const { subjects, samples, claims, syscallsPerGib } = JSON.parse(stdout)
  t.ok(subjects.length >= writers.length - 1, 'all but perhaps Go')
  for (const { subject, peakRssBytes, bytes } of samples) {
    t.ok(bytes > 0 && peakRssBytes < GIB, `${subject}: ${bytes} bytes written, ${peakRssBytes} bytes of memory`)
  }
  for (const claim of claims) claimHolds(t, claim)
  t.ok(
    syscallsPerGib['2-write'] > 1000 * syscallsPerGib['4-drain'] || syscallsPerGib['2-write'] === null,
    'a call for each line'
  )
  t.same(running(), [], 'no writer is left')
})

t.test('a writer that ignores back-pressure is stopped before it exhausts the memory', async function (t) {
  const { MOST_RSS_BYTES, measurePipe } = require('../../../labs/yes/lib/pipe-throughput')
  const overrun = writers.find(({ id }) => id === '3-buffer')
  const { stopped, peakRssBytes } = await measurePipe(overrun.command, {
    seconds: 60,
    meter: 'embedded',
    directory: t.testdir()
  })
  t.equal(stopped, 'memory')
  t.ok(peakRssBytes < GIB, `${peakRssBytes} bytes, of ${MOST_RSS_BYTES} that it may take`)
  t.same(running(), [])
})

t.test('an interrupted lab leaves no processes behind', async function (t) {
  const lab = begin(['lab:yes'])
  await lab.says('measuring')
  while (running().length === 0) await wait(20)
  lab.child.kill('SIGINT')
  t.equal((await lab.ended).status, 130)
  await gone()
})

t.test('a killed lab leaves no processes behind', async function (t) {
  const script = `require(${JSON.stringify(path.join(ROOT, 'labs/yes/lib/pipe-throughput'))}).measurePipe([process.execPath, ${JSON.stringify(path.join(ROOT, 'labs/yes/writers/3-buffer.js'))}], { seconds: 60, meter: 'embedded', directory: ${JSON.stringify(t.testdir())} })`
  const owner = spawn(process.execPath, ['-e', script])
  while (!running().some((line) => /^\S*node .*3-buffer\.js$/.test(line) && !line.includes('pipe-process.js'))) await wait(20)
  owner.kill('SIGKILL')
  await once(owner, 'exit')
  await gone()
})

t.test('a writer that does not exist or writes nothing fails with a one-line error', async function (t) {
  const { measurePipe } = require('../../../labs/yes/lib/pipe-throughput')
  const options = { seconds: 1, meter: 'embedded', directory: t.testdir() }
  await t.rejects(measurePipe(['no-such-program'], options), /could not be measured.*ENOENT/)
  await t.rejects(measurePipe([process.execPath, '-e', 'throw new Error("no")'], options), /wrote nothing.*Error: no/s)
})
