'use strict'

// The check-up's diagnosis on synthetic metrics: deterministic, at several levels of noise, and on invalid metrics.

const t = require('tap')
const { page } = require('../../../src/checkup/page')
const { adviceOn, findingsOf, names } = require('../../../src/checkup/findings')
const { restingShare } = require('../../../src/checkup/conditions')
const { growthOf } = require('../../../src/verdict/trend')
const { toWindow } = require('../../../src/checkup/window')
const { examination } = require('../../support/examination')
const { heavyTailed, random } = require('../../support/noise')

const said = (made) => findingsOf(toWindow(made)).map(({ name }) => name)

// The difference of each problem from a healthy server.
const problems = {
  'event-loop': { blockedMs: 10, blockMs: 150 },
  'sync-io': { blockedMs: 10, user: 0.05, system: 0.05, blockMs: 150 },
  gc: { gc: 0.5, user: 0.6, system: 0.1 },
  accumulation: { growth: 1.4 },
  'memory-growth': { keptBytes: 5_000_000 },
  stalls: { onePauseMs: 600 },
  'thread-pool': { loop: 0.2, others: 1.6, blockedMs: 0.3, p50: 80 },
  waiting: { loop: 0.1, blockedMs: 0.1, p50: 100 },
  refusing: { load: { non2xx: 20_000 } },
  'descriptor-growth': { filesLeft: 200 },
  'generator-bound': { loop: 0.7, load: { generatorUtilization: 0.99 } },
  'cpu-throttled': { user: 0.15, system: 0.05, quotaCores: 0.25, throttled: 0.9 },
  'host-bound': { user: 0.3, system: 0.1, waited: 0.5, otherPrograms: 1.2 },
  healthy: {}
}

for (const noise of [0, 0.05, 0.1]) {
  t.test(`every problem is diagnosed with metrics that vary by ${100 * noise} %`, async function (t) {
    for (const [name, problem] of Object.entries(problems)) {
      const names = Array.from({ length: 40 }, (_, seed) => said(examination({ ...problem, noise, seed })))
      const wrong = names.filter(([first]) => first !== name)
      t.same(wrong, [], name)
    }
  })
}

t.test('file descriptors that stay open are told, a few are not', function (t) {
  const evidence = (made) => findingsOf(toWindow(examination({ noise: 0.05, seed: 1, ...made })))[0]
  t.match(evidence({ filesLeft: 30 }).sentence, 'Requests leave files open')
  t.match(evidence({ filesLeft: 30 }).evidence.at(-1), { what: /most of them of \/srv\/page\.html$/, value: 60 })
  t.match(evidence({ socketsLeft: 60 }).sentence, 'Requests leave connections open')
  t.equal(evidence({ filesLeft: 5 }).name, 'healthy')
  t.equal(evidence({ socketsLeft: 30 }).name, 'healthy', 'a pool that has not yet one connection for each client')
  t.equal(evidence({ socketsLeft: 60, calm: false }).name, 'healthy', 'connections of clients that have not ended')
  const { snapshots, ...made } = examination({ noise: 0, seed: 1 })
  const full = snapshots.map((one) => ({ ...one, descriptors: { files: { '/srv/a': 1000 }, sockets: 10, others: 5, limit: 1024 } }))
  t.match(findingsOf(toWindow({ ...made, snapshots: full }))[0], { name: 'descriptor-growth', sentence: 'nearly as many' })
  const unlimited = full.map((one) => ({ ...one, descriptors: { ...one.descriptors, limit: Infinity } }))
  t.equal(findingsOf(toWindow({ ...made, snapshots: unlimited }))[0].name, 'healthy')
  const unknown = snapshots.map((one) => ({ ...one, descriptors: null }))
  t.equal(findingsOf(toWindow({ ...made, snapshots: unknown }))[0].name, 'healthy', 'a system without /proc')
  t.end()
})

t.test('the cause is the first of two problems', async function (t) {
  const both = (problem) => said(examination({ noise: 0.05, seed: 1, ...problem }))
  t.same(both({ growth: 1.3, blockedMs: 8, blockMs: 400 }), ['accumulation', 'event-loop'], 'step 1')
  t.same(both({ gc: 0.2, blockedMs: 10, blockMs: 150 }), ['event-loop', 'gc'], 'a little garbage comes with much work')
  t.same(both({ keptBytes: 5_000_000, gc: 0.5, user: 0.6 }).slice(0, 2), ['memory-growth', 'gc'])
  t.equal(
    both({ blockedMs: 10, load: { non2xx: 20_000 } })[0],
    'refusing',
    'error responses do not show the normal work'
  )
})

t.test('the CPU profile tells which code saturates the main thread', async function (t) {
  const nothing = { own: 0.1, framework: 0.2, client: 0, node: 0.6, garbageCollector: 0.1, synchronousCalls: 0 }
  const judged = (made, busyWith, asksInTurn = null, more = {}) =>
    findingsOf({
      ...toWindow(examination({ noise: 0.05, seed: 1, ...made })),
      busyWith: { ...nothing, ...busyWith },
      asksInTurn,
      ...more
    }).map(({ name }) => name)
  const asleep = { ...problems['sync-io'], loop: 0.4 }
  t.equal(judged(asleep, {})[0], 'sync-io')
  t.equal(judged({ ...asleep, others: 1.9 }, {})[0], 'thread-pool', 'other threads use all cores')
  const full = { loop: 0.97, blockedMs: 0.5, p50: 40 }
  t.same(judged(full, { own: 0.6 }), ['event-loop'], 'own code saturates the loop, although each request is cheap')
  t.same(judged(full, { own: 0.4 }), ['healthy'], 'Node and the framework')
  const blocks = { blockedMs: 10, blockMs: 150 }
  t.same(judged(blocks, { own: 0.9, synchronousCalls: 0.7 }), ['sync-io'], 'files in the page cache of the kernel')
  t.same(judged(blocks, { own: 0.9, synchronousCalls: 0.1 }), ['event-loop'])
  t.same(judged(full, { client: 0.6 }, 4), ['waiting'], 'sequential upstream requests')
  t.same(judged(full, { client: 0.6 }), ['healthy'], 'a proxy')
  t.same(judged(full, { node: 0.8 }, 20), ['waiting'], 'sequential queries of a database driver that writes to its sockets')
  t.same(judged(full, { node: 0.8 }, 2), ['healthy'], 'one or two queries')
  const network = { ...problems['sync-io'], loop: 0.97, p50: 40 }
  t.same(judged(network, { node: 0.3 }, 2), ['sync-io'], 'the kernel works, and the server asks for little')
  t.same(judged(network, { node: 0.8 }, 20), ['waiting'], 'the kernel sends sequential queries')
  const asks = { loop: 0.99, blockedMs: 3, p50: 300 }
  t.same(judged(asks, { client: 0.7, own: 0.02 }, 6), ['waiting'], 'six sequential upstream requests take 3 ms of the loop')
  t.same(judged(asks, { client: 0.3, own: 0.5 }, 6), ['event-loop', 'waiting'], 'sequential upstream requests, and own code')
  t.same(judged(full, { client: 0.4 }, null, { opensPerRequest: 1 }), ['waiting'], 'a connection for each request')
  t.same(judged(full, { client: 0.4 }, null, { opensPerRequest: 0.01 }), ['healthy'], 'connections that stay open')
  const handshakes = { loop: 0.99, blockedMs: 3, p50: 300 }
  t.same(judged(handshakes, { node: 0.6, client: 0.3 }, null, { opensPerRequest: 1 }), ['waiting'], 'a TLS handshake for each request')
  t.same(judged(handshakes, { own: 0.6, client: 0.3 }, null, { opensPerRequest: 1 })[0], 'event-loop', 'own code that also connects')
  t.same(judged(full, { framework: 0.5 }, null, { largestShare: 0.6 }), ['event-loop'], 'one call of the framework, such as to make JSON of a long list')
  const alone = (loopUtilization) => ({ alone: { medianMs: 34, loopUtilization } })
  t.same(judged(full, {}, null, alone(0.05)), ['waiting'], 'a saturated loop, although a single request waits')
  t.same(judged(full, {}, null, alone(0.9)), ['healthy'], 'a single request computes')
  t.same(judged({ ...full, queuedBytes: 20e6 }, {}), ['memory-growth'], 'data that another server does not read')
  t.same(judged({ ...full, queuedBytes: 5e5 }, {}), ['healthy'], 'a little of it')
  const growing = (queuedBytes) => toWindow(examination({ noise: 0.05, seed: 1, keptBytes: 20e6, queuedBytes }))
  const grown = (queuedBytes) => findingsOf(growing(queuedBytes))[0].sentence
  t.match(grown(200e6), 'writes to another server faster', 'unsent data is the growth')
  t.match(adviceOn('memory-growth', growing(200e6)).next[0], '`drain`')
  t.match(grown(5e6), /^Memory grows/, 'other objects are')
  t.match(adviceOn('memory-growth', growing(5e6)).next[0], 'npx hot-path heap')
  const refuses = { ...full, load: { non2xx: 90_000 } }
  t.same(judged(refuses, { own: 0.6 }), ['refusing'], 'the speed of refusals is not judged')
  const saturated = findingsOf({ ...toWindow(examination({ noise: 0.05, seed: 1, ...full })), busyWith: { own: 0.2 } })
  t.match(saturated[0], { name: 'healthy', sentence: 'The main thread is saturated, but no function' })
  t.same(judged({ ...full, restCpuShare: 0.9, calm: false }, {}), ['event-loop'], 'a poller that is busy without requests')
  const silent = { loop: 0.02, p50: 10_000, load: { errors: 20_000, timeouts: 20_000 } }
  t.same(judged(silent, {}), ['refusing'], 'requests without an answer are one finding')
  const helped = { loop: 0.7, gc: 0.5, others: 0.98, blockedMs: 1, user: 0.6 }
  t.same(judged(helped, {}, null, { waitShares: { timer: 0.2 } })[0], 'gc', "V8's helper threads are not the thread pool")
  t.notOk(judged(helped, {}, null, { waitShares: { timer: 0.2 } }).includes('thread-pool'))
  t.ok(judged(helped, {}, null, { waitShares: { 'thread pool: crypto': 0.6 } }).includes('thread-pool'))
  const inAddon = { waitShares: { 'native addon': 0.8 } }
  const addon = findingsOf({ ...toWindow(examination({ noise: 0.05, seed: 1, ...problems['thread-pool'] })), ...inAddon })
  t.match(addon[0], { name: 'thread-pool', sentence: /native addon/ })
  t.equal(judged(problems.waiting, {}, null, inAddon)[0], 'waiting', 'its own threads wait')
  const inKernel = problems['sync-io']
  const forPool = { waitShares: { 'thread pool: zlib': 0.6 } }
  t.not(judged(inKernel, {}, null, forPool)[0], 'sync-io', 'the kernel provides memory for the tasks of the pool')
  t.equal(judged(inKernel, { synchronousCalls: 0.3 }, null, forPool)[0], 'sync-io', 'synchronous calls of the server, too')
})

t.test('a server is at rest if it uses less than half of the CPU that it used under load', async function (t) {
  const at = (cores) => [
    { atMs: 0, cpuUserUs: 0, cpuSystemUs: 0 },
    { atMs: 1000, cpuUserUs: 9e5 * cores, cpuSystemUs: 1e5 * cores }
  ]
  const share = (cores) => Number(restingShare(at(cores)).toFixed(3))
  t.equal(share(0.08), 0.04, 'one that waits, and still works on abandoned requests: 0.08')
  t.equal(share(1), 0.2, 'a busy one')
  t.equal(share(0.001), 0.03, 'the snapshots themselves')
  t.equal(restingShare([]), 0.2, 'without snapshots of the load')
})

t.test('a cost per request needs requests in each third of the window', function (t) {
  const { readings, ...made } = examination({ noise: 0, seed: 1 })
  const few = readings.map((reading, i) => ({ ...reading, requests: i === readings.length - 1 ? 1 : 0 }))
  t.same(toWindow({ ...made, readings: few }).costsUs, [])
  t.same(toWindow({ ...made, readings }).costsUs.length, 3)
  t.end()
})

t.test('growth is not attributed to the machine if the load generator slows down, too', async function (t) {
  const wrong = Array.from(
    { length: 40 },
    (_, seed) => said(examination({ growth: 1.3, answersCost: 1.25, noise: 0.05, seed }))[0]
  ).filter((name) => name !== 'accumulation')
  t.same(wrong, [])
})

t.test(
  'the sampling of CPU times by the kernel is not reported as growth of a server that is mostly idle',
  async function (t) {
    const looked = (problem) =>
      Array.from(
        { length: 100 },
        (_, seed) => said(examination({ looksPerSecond: 250, noise: 0.05, seed, ...problem }))[0]
      )
    const light = {
      loop: 0.15,
      user: 0.5,
      system: 0.5,
      growth: 1.07,
      blockedMs: 0.03,
      load: { generatorUtilization: 0.99 }
    }
    t.same(
      looked(light).filter((name) => name !== 'generator-bound'),
      []
    )
    t.same(
      looked({ growth: 1.4 }).filter((name) => name !== 'accumulation'),
      [],
      'and one that computes, and does cost more, is found'
    )
  }
)

t.test('clear growth of CPU time is reported even if wall-clock times are uncertain', async function (t) {
  const window = toWindow(examination({ growth: 1.4, noise: 0.05, seed: 1 }))
  t.match(findingsOf({ ...window, blockedGrowth: { estimate: 1.07, low: 0.9 } }), [{ name: 'accumulation' }])
  t.match(
    findingsOf({ ...window, costGrowth: { estimate: 1.7, low: 1.2 }, blockedGrowth: { estimate: 1.07, low: 0.9 } }),
    [{ name: 'healthy' }]
  )
})

t.test('the small cost of retained memory is not reported as accumulation', async function (t) {
  const window = toWindow(examination({ growth: 1.4, noise: 0.05, seed: 1 }))
  const grows = { ...window, costGrowth: { estimate: 1.4, low: 1.2 }, blockedGrowth: { estimate: 1.3, low: 1.2 } }
  t.match(findingsOf(grows), [{ name: 'accumulation' }])
  t.match(findingsOf({ ...grows, requests: 420_000, costsUs: [6.5, 6.7, 9.4] }), [{ name: 'healthy' }])
})

t.test('a cost that has fallen again after a pause is not reported as accumulation', async function (t) {
  const made = examination({ growth: 1.4, noise: 0.05, seed: 1 })
  const window = toWindow(made)
  t.ok(Number.isNaN(window.laterCostUs))
  const [first, , last] = window.costsUs
  t.match(findingsOf({ ...window, laterCostUs: last }), [{ name: 'accumulation' }])
  t.match(findingsOf({ ...window, laterCostUs: first }), [{ name: 'healthy' }])
  const timers = { ...window, laterCostUs: first, opened: { Timeout: window.requests } }
  t.match(findingsOf(timers), [{ name: 'accumulation' }], 'timers end in the pause')
  const readings = made.readings.slice(0, 40)
  const { laterCostUs, costsUs } = toWindow({ ...made, later: [readings, made.readings] })
  t.ok(laterCostUs >= costsUs[0] && laterCostUs < costsUs[2], 'of the cheapest load')
})

t.test('if load generator and server wait for each other, the busier one is the bottleneck', async function (t) {
  const both = (loop, generatorUtilization) =>
    said(examination({ loop, load: { generatorUtilization }, noise: 0.05, seed: 1 }))
  t.same(both(0.5, 0.75), ['generator-bound'])
  t.same(both(0.7, 0.75), ['healthy'], 'nearly alike')
  t.same(both(0.3, 0.5), ['healthy'], 'neither is busy')
})

t.test('a trend is estimated from all values: an outlier neither creates nor hides one', async function (t) {
  const PARTS = 15
  const factors = Object.entries({
    flat: [() => 1, 0.9, 1.1],
    'five times as dear at the end': [(i) => (i < 13 ? 1 : 5), 0.9, 1.2],
    'five times as much halfway through': [(i) => (i > 5 && i < 9 ? 5 : 1), 0.9, 1.15],
    growing: [(i) => 1 + i / 14, 1.4, 1.8],
    'growing, and expensive at first, before V8 compiles it': [(i) => (i < 2 ? 2 : 1 + i / 14), 1.3, 1.8],
    'growing, with a peak while V8 compiles it again': [(i) => (i > 5 && i < 8 ? 4 : 1 + i / 14), 1.4, 1.8]
  })
  for (const [name, [factor, least, most]] of factors) {
    const growths = Array.from({ length: 40 }, function (_, seed) {
      const uniform = random(seed + 1)
      return growthOf(Array.from({ length: PARTS }, (_, i) => 50 * factor(i) * Math.exp(0.03 * heavyTailed(uniform))))
        .estimate
    })
    t.same(
      growths.filter((growth) => !(growth >= least && growth <= most)),
      [],
      name
    )
  }
  t.same(
    growthOf([NaN, 10, NaN, 0, -3, 10, Infinity]),
    { estimate: 1, low: 1 },
    'values that are not positive numbers are missing'
  )
  t.ok(
    [[], [1], [0, 0], [NaN, 2]].every((values) => Number.isNaN(growthOf(values).estimate)),
    'no values'
  )
})

t.test('noise is rarely reported as a trend, and a trend within noise is found', async function (t) {
  const rising = (growth) =>
    Array.from({ length: 1000 }, function (_, seed) {
      const uniform = random(seed + 1)
      return (
        growthOf(Array.from({ length: 15 }, (_, i) => growth ** (i / 10) * Math.exp(0.3 * heavyTailed(uniform)))).low >
        1
      )
    }).filter(Boolean).length
  t.ok(rising(1) <= 65, `without one: ${rising(1)} of 1000`)
  t.ok(rising(2) >= 800, `doubled, from the first third to the last: ${rising(2)} of 1000`)
})

t.test('long blocks are stalls if the loop is mostly free, and the work of requests if it is not', async function (t) {
  const seldom = { loop: 0.3, blockedMs: 0.5, blockMs: 400 }
  const [first] = findingsOf(toWindow(examination({ noise: 0.05, seed: 2, ...seldom })))
  t.match(first, { name: 'stalls', sentence: 'it is mostly free, but now and then blocked for long' })
  t.match(first.evidence[0], { value: 400, threshold: 100 })
  t.equal(said(examination({ noise: 0.05, seed: 2, ...seldom, loop: 0.9 }))[0], 'event-loop')
  t.equal(said(examination({ noise: 0.05, seed: 2, ...seldom, blockedMs: 10, loop: 0.6 }))[0], 'event-loop')
})

t.test('a healthy server is diagnosed as healthy', async function (t) {
  const cases = {
    'with 500 connections, whose queue takes 40 ms': { connections: 500, blockMs: 40 },
    'after one pause of 300 ms, from outside': { onePauseMs: 300 },
    'on a machine that gets slower': { slows: 1.4 },
    'that gets cheaper while it serves': { growth: 0.95 },
    'whose cache settles': { keptBytes: [5_000_000, 100_000] },
    'with requests under way that hold memory': { connections: 500, keptBytes: 5_000_000, calm: false },
    'next to a program that leaves it a core': { otherPrograms: 0.2 }
  }
  for (const [name, one] of Object.entries(cases)) {
    t.same(said(examination({ noise: 0.05, seed: 2, ...one })), ['healthy'], name)
  }
})

t.test('problems are diagnosed without the figures of threads and cores', async function (t) {
  for (const name of ['event-loop', 'sync-io', 'accumulation', 'waiting', 'healthy']) {
    const made = examination({ ...problems[name], noise: 0.05, seed: 3 })
    for (const reading of made.readings) {
      Object.assign(reading, { mainUserUs: null, mainSystemUs: null, mainWaitedUs: null })
    }
    t.equal(said(made)[0], name)
  }
})

t.test('too little data is reported as not-enough-data', async function (t) {
  const made = examination({ noise: 0, seed: 4 })
  const cases = {
    'no reading': { readings: [], outside: [], snapshots: [], load: null },
    'one reading': { readings: made.readings.slice(0, 1) },
    'half a second': { readings: made.readings.slice(0, 6) },
    'it died': {
      ended: { how: 'died', words: 'server.js ended unexpectedly with status 1.' },
      readings: made.readings.slice(0, 20),
      snapshots: []
    },
    'no request was answered': {
      readings: made.readings.map((reading, i) => ({ ...reading, requests: 0, answers: 0, loopActiveMs: i })),
      load: { ...made.load, requests: 0 }
    }
  }
  for (const [name, one] of Object.entries(cases)) t.equal(said({ ...made, ...one })[0], 'not-enough-data', name)
  t.equal(
    said({ ...made, ended: { how: 'hung', words: 'It has not responded for 20 s.' }, snapshots: [] })[0],
    'event-loop',
    'a server that hangs is enough data'
  )
})

t.test('missing or invalid metrics cause no errors', async function (t) {
  const made = examination({ noise: 0.05, seed: 5 })
  const spoilt = [undefined, NaN, -1, 0, 1e300].flatMap((value) =>
    Object.keys(made.readings[0])
      .filter((key) => typeof made.readings[0][key] === 'number')
      .map((key) => ({ key, value }))
  )
  for (const { key, value } of spoilt) {
    const readings = made.readings.map((reading, i) => (i % 3 ? reading : { ...reading, [key]: value }))
    const findings = findingsOf(toWindow({ ...made, readings }))
    if (!findings.every(({ name, evidence }) => names.includes(name) && Array.isArray(evidence))) {
      t.fail(`${key} ${value}`)
    }
  }
  t.ok(spoilt.length > 50)
})

t.test('advice fits the way in which the program was started', async function (t) {
  const advice = (driver) => adviceOn('waiting', { driver }).next[0]
  t.match(advice('built-in'), /^`npx hot-path waits <server>` shows/)
  t.match(advice('others'), /^`npx hot-path attach <pid> waits` shows/, 'a running process')
  t.match(advice('none'), /^`npx hot-path waits <program> --no-load` shows/)
})

t.test('advice follows the evidence: no search for a line that is known, and the remedy of what requests wait for', async function (t) {
  const place = (share) => [{ file: '/app/server.js', line: 1, function: 'a', share, of: 'time' }]
  const made = toWindow(examination({ noise: 0.05, seed: 1, keptBytes: 20e6 }))
  const advice = (name, share, window = {}) => adviceOn(name, { ...made, ...window }, place(share)).next
  for (const name of ['event-loop', 'gc', 'memory-growth', 'sync-io', 'waiting', 'accumulation']) {
    const unknown = advice(name, 0.3)
    const known = advice(name, 0.9)
    t.match(unknown[0], /^`npx hot-path (cpu-profile|heap|waits) /, name)
    t.equal(known.at(-1), unknown[0], name)
    t.same(known.toSorted(), unknown.toSorted(), name)
  }
  t.match(advice('waiting', 0.9, { waitShares: { timer: 0.7, network: 0.2 } })[0], 'what sets the timer')
  const toDatabase = (count, busy) => ({
    waitShares: { timer: 0.2, network: 0.7 },
    connections: 50,
    connectionsTo: [{ address: '127.0.0.1:5432', count, busy }]
  })
  t.match(advice('waiting', 0.9, toDatabase(50, 50))[0], 'in parallel', 'a connection for each request')
  t.match(advice('waiting', 0.9, toDatabase(2, 2))[0], 'allow more of them', 'two for 35')
  t.match(advice('waiting', 0.9, toDatabase(2, 0.1))[0], 'in parallel', 'two that are mostly idle')
  const timers = { ...toWindow(examination({ noise: 0.05, seed: 1 })), opened: { Timeout: 1e6 } }
  const workers = { ...timers, workersLeft: [10, 10], queuedBytes: 1e9 }
  t.match(advice('memory-growth', 0.9, timers)[0], 'clearTimeout')
  t.match(advice('memory-growth', 0.9, workers)[0], 'worker.terminate()', 'worker threads before unsent data')
})

t.test('every finding has advice, and the page shows each sentence and all evidence', async function (t) {
  for (const name of names) {
    const { means, next } = adviceOn(name, toWindow(examination({ noise: 0.05, seed: 6 })))
    t.ok(means[0].length > 20 && next[0].length > 20, name)
  }
  const made = examination({ ...problems['event-loop'], noise: 0.05, seed: 6 })
  const window = toWindow(made)
  const findings = findingsOf(window)
  const html = page({
    subject: { id: '<img src=x onerror=alert(1)>', title: 'a & b' },
    examination: made,
    window,
    findings
  })
  t.notMatch(html, /<img|<script/)
  t.match(html, '&#60;img')
  t.equal(html.match(/<figure>/g).length, 6)
  for (const { sentence, evidence } of findings) {
    for (const text of [sentence, ...evidence.map(({ what }) => what)]) {
      t.ok(html.includes(text.replace(/'/g, '&#39;')), text)
    }
  }
  t.ok(
    page({
      subject: { id: 'x', title: '' },
      examination: { ...made, readings: [], outside: [] },
      window: toWindow({ ...made, readings: [] }),
      findings
    }),
    'even without readings'
  )
})
