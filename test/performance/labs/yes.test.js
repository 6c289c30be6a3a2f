'use strict'

// The yes lab with real writers and a real pipe.

const { execFileSync, spawn } = require('child_process')
const { once } = require('events')
const os = require('os')
const path = require('path')
const { setTimeout: wait } = require('timers/promises')
const t = require('tap')
const { isInstalled } = require('hot-path/testing')
const writers = require('../../../labs/yes/catalog')
const { begin, hotPath, processes, ROOT } = require('../../support/helper')
const { claimHolds } = require('../../../packages/hot-path/test/support/performance')

const GIB = 2 ** 30

const OURS = [path.join(ROOT, 'labs/yes'), path.join(ROOT, 'reports/lab-yes'), path.join(ROOT, 'packages/yes-node')]

const CORES = os.availableParallelism()
const withoutPinning = CORES > 1 && isInstalled('taskset') ? false : 'needs taskset and two cores'

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

t.test('yes-node is faster than GNU yes on the core of its reader, and nearly as fast at least on another one', { skip: withoutPinning }, async function (t) {
  const { findMeter, measurePipe } = require('../../../labs/yes/lib/pipe-throughput')
  const options = { seconds: 0.5, meter: findMeter(), directory: t.testdir() }
  const runOn = (cores) => execFileSync('taskset', ['--cpu-list', '--pid', cores, String(process.pid)])
  t.teardown(() => runOn(`0-${CORES - 1}`))
  runOn('1') // the meter inherits it
  for (const [core, least] of [[1, 1.2], [0, 0.8]]) {
    const ratios = []
    for (let round = 0; round < 5; round++) {
      const [ours, theirs] = [
        await measurePipe(['taskset', '--cpu-list', String(core), process.execPath, require.resolve('yes-node')], options),
        await measurePipe(['taskset', '--cpu-list', String(core), 'yes'], options)
      ]
      ratios.push(ours.bytesPerSecond / theirs.bytesPerSecond)
    }
    const [, , middle] = ratios.sort((a, b) => a - b)
    t.ok(middle >= least, `${middle.toFixed(2)} times the rate, on core ${core}; the reader is on core 1`)
  }
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
