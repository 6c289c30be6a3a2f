'use strict'

// Programs without load: the findings, and the options that are rejected. The programs are run in
// integration/instruments/without-load.test.js.

const t = require('tap')
const { toWindow } = require('../../src/checkup/window')
const { atWork } = require('../../src/source/hottest')
const { ofProgram } = require('../../src/measurement/cpu-sampling')
const { withIdleOf } = require('../../src/checkup/program')
const { findingsWithoutLoad } = require('../../src/checkup/program-findings')
const { hotPath } = require('../support/helper')

const mistakes = [
  [['cpu-profile', '1', '--no-load', '--connections=5'], '--connections is an option of the load, and --no-load applies none.'],
  [['checkup', '1', '--no-load', '--path=/x'], '--path is an option of the load'],
  [['waits', '1', '--no-load', '--requests=x.json'], '--requests is an option of the load'],
  [['heap', '--no-load', '--from=x.heapprofile'], '--no-load runs a program, and --from reads a file.'],
  [['cpu-profile', '--no-load'], 'cpu-profile needs a program to run.'],
  [['compare', '1', '--no-load'], "Unknown option '--no-load'. See: npx hot-path compare --help"],
  [['gate', '--no-load'], "Unknown option '--no-load'. See: npx hot-path gate --help"],
  [['doctor', '1', '--no-load'], "Unknown option '--no-load'."]
]
for (const [args, said] of mistakes) {
  t.test(`${args.join(' ')} is rejected with a one-line error`, async function (t) {
    const { status, stdout, stderr } = await hotPath(args)
    t.equal(status, 2)
    t.match(stderr, said)
    t.equal(stderr.trim().split('\n').length, 1, stderr)
    t.equal(stdout, '')
  })
}

const frame = (name, file) => ({ name, file, line: 1, kind: file?.startsWith('node:') ? 'node' : file ? 'app' : 'native' })
const LOADER = frame('(anonymous)', 'node:internal/main/run_main_module')

t.test('the frames of the loader are left out of a script, and those of its start out of a server', function (t) {
  const work = { frames: [LOADER, frame('load', 'node:internal/modules/cjs/loader'), frame('(anonymous)', '/a/job.js'), frame('parse', '/a/job.js')], weight: 90 }
  const loading = { frames: [LOADER], weight: 10 }
  const { stacks, isScript } = atWork([work, loading])
  t.ok(isScript)
  t.same(stacks.map(({ frames }) => frames.map(({ name }) => name)), [['(anonymous)', 'parse']])
  const served = { frames: [frame('processTicksAndRejections', 'node:internal/process/task_queues'), frame('answer', '/a/job.js')], weight: 500 }
  t.same(atWork([work, served]), { stacks: [served], isScript: false })
  t.end()
})

t.test('idle time is taken from the samples', function (t) {
  const nodes = ['(root)', '(idle)', 'work'].map((functionName, i) => ({ id: i + 1, callFrame: { functionName } }))
  // Sampled at 10 (work), 20 (idle), 50 (work) and 60 ms, so idle from 20 to 50.
  const profile = { nodes, samples: [3, 2, 3, 3], timeDeltas: [10_000, 10_000, 30_000, 10_000] }
  const readings = [0, 20, 60, 100].map((atMs) => ({ atMs, loopIdleMs: 0, loopActiveMs: 0 }))
  const found = withIdleOf(readings, { profile, beganAtMs: 0 })
  t.same(found.map(({ loopIdleMs, loopActiveMs }) => [loopIdleMs, loopActiveMs]), [[0, 0], [0, 20], [30, 30], [30, 70]])
  t.end()
})

t.test('values per request become values of the whole program', function (t) {
  const [place] = ofProgram([{ of: 'request time', why: 'waits for a timer; 20 times per request, one after another' }])
  t.same(place, { of: "the program's run time", why: 'waits for a timer; 20 times in all, one after another' })
  t.end()
})

/** Returns a check-up's window of a program: ten metrics snapshots, half a second apart, unless it ended before. */
function windowOf ({ busy = 0.1, poolRequests = 0, endedAfterMs } = {}) {
  const isWhole = endedAfterMs !== undefined
  const stepMs = endedAfterMs ?? 500
  const readings = Array.from({ length: isWhole ? 2 : 10 }, (_, i) => ({
    atMs: stepMs * i,
    cpuUserUs: 1000 * stepMs * i * busy,
    cpuSystemUs: 0,
    mainUserUs: 1000 * stepMs * i * busy,
    mainSystemUs: 0,
    mainWaitedUs: 0,
    loopIdleMs: stepMs * i * (1 - busy),
    loopActiveMs: stepMs * i * busy,
    gcMs: 0,
    requests: 0,
    answers: 0,
    hostBusyMs: stepMs * i,
    hostIdleMs: 3 * stepMs * i,
    generatorCpuUs: 0,
    observerMs: 0,
    pieceUs: 1,
    poolRequests,
    blocksMs: isWhole ? [stepMs] : [],
    resources: {}
  }))
  const load = { driver: 'none', requests: 0, latencyMs: { mean: NaN, p50: NaN, p99: NaN, max: NaN } }
  return toWindow({ readings, load, isWhole, outside: [], snapshots: [], later: [], connections: 0, cores: 2, poolSize: 4, ended: null, node: '' })
}
const names = (findings) => findings.map(({ name }) => name)
const NOTHING_GREW = { byItself: false, bytes: [1e6, 1.1e6, 1.2e6] }

t.test('a program without requests gets no finding about requests', function (t) {
  const [only] = findingsWithoutLoad(windowOf(), NOTHING_GREW)
  t.match(only, { name: 'healthy', sentence: 'No problem found. Problems that only requests can show were not checked.' })
  t.ok(only.evidence.length > 0 && only.evidence.every(({ value }) => Number.isFinite(value)), 'no figure is none')
  t.notMatch(only.evidence.map(({ what }) => what).join(), /request|throughput/)
  t.end()
})

t.test('a program that ends and is idle for most of its time is waiting', function (t) {
  t.same(names(findingsWithoutLoad(windowOf(), { byItself: true, bytes: [] })), ['waiting'])
  t.same(names(findingsWithoutLoad(windowOf({ busy: 0.6 }), { byItself: true, bytes: [] })), ['healthy'])
  t.end()
})

t.test('a program that ended by itself is judged by its whole run, start included', function (t) {
  const program = { byItself: true, bytes: [] }
  const ended = (endedAfterMs) => findingsWithoutLoad(windowOf({ busy: 1, endedAfterMs }), program)
  t.same(names(ended(600)), ['event-loop'], 'less than a second is slow for a command')
  const [only, ...others] = ended(100)
  t.match(only, { name: 'not-enough-data', evidence: [{ value: 0.1, threshold: 0.3 }] })
  t.same(others, [], 'it stands alone')
  t.end()
})

t.test('memory that grows from third to third is reported', function (t) {
  const grows = (...bytes) => names(findingsWithoutLoad(windowOf(), { byItself: false, bytes }))
  t.same(grows(1e6, 2e6, 3e6), ['memory-growth'])
  t.same(grows(1e6, 2e6, 2.1e6), ['healthy'], 'a cache that settles')
  t.same(grows(1e6, 4e6, 5e6), ['healthy'], 'pools that fill up more and more slowly')
  t.same(grows(), ['healthy'], 'memory was not measured')
  t.end()
})

t.test('thread-pool is reported if there are more requests than threads', function (t) {
  t.same(names(findingsWithoutLoad(windowOf({ poolRequests: 9 }), NOTHING_GREW)), ['thread-pool'])
  t.end()
})
