'use strict'

// Interference by other programs or a saturated load generator: reported above a result, which is no verdict if the
// interference can explain it.

const os = require('os')
const t = require('tap')
const { page } = require('../../../src/checkup/page')
const { findingsOf } = require('../../../src/checkup/findings')
const { toWindow } = require('../../../src/checkup/window')
const { disturbanceOf } = require('../../../src/verdict/interference')
const { noticeableCores } = require('../../../src/verdict/thresholds')
const { checkup, doctor, flame } = require('../../../src/instruments')
const { toDiagnosis } = require('../../../src/instruments/doctor')
const { coreTimes, coreTimesIn } = require('../../../src/util/machine')
const { coreUseBetween } = require('../../../src/measurement/core-use')
const { format } = require('../../../src/cli/commands/inspect')
const { examination } = require('../../support/examination')

const QUIET = { machine: 2, subject: 0.98, generator: 0.6, others: 0.1, stolen: 0, idle: 0.3 }
const BESIDE = { machine: 2, subject: 0.5, generator: 0.4, others: 1.1, stolen: 0, idle: 0 }
const BUSY_GENERATOR = { driver: 'built-in', generatorUtilization: 0.6 }
const NEIGHBOURS = disturbanceOf(BESIDE, BUSY_GENERATOR)

t.test(
  'CPU use of others excludes that of the server with its descendants and of the load generator',
  async function (t) {
    const before = { atMs: 1000, machineCores: 2, busyMs: 50_000, stolenMs: 300, generatorMs: 2000, subjectMs: 500 }
    const after = { atMs: 6000, machineCores: 2, busyMs: 59_500, stolenMs: 800, generatorMs: 4000, subjectMs: 2500 }
    const cores = coreUseBetween(before, after)
    t.same(cores, { machine: 2, subject: 0.4, generator: 0.4, others: 1.1, stolen: 0.1, idle: 2 - 9.5 / 5 })
    t.equal(coreUseBetween(before, { ...after, busyMs: 51_000 }).others, 0, 'not negative')
    t.equal(coreUseBetween(before, { ...after, subjectMs: null }), null, 'the server has ended')
    t.equal(coreUseBetween(before, { ...after, busyMs: before.busyMs }), null, 'a system without these counters')
  }
)

t.test('only the cores available to this process count, including time stolen by the hypervisor', async function (t) {
  const lines = [
    'cpu  300 30 60 900 0 0 0 90 0 0',
    'cpu0 100 10 20 300 7 1 9 30 0 0',
    'cpu1 200 20 40 600 7 1 9 60 0 0',
    'cpu2 9000 9000 9000 9000 0 0 0 9000 0 0',
    'intr 1 2 3 4'
  ]
  const allowed = (/** @type {string} */ list) => `Name:\tnode\nCpus_allowed:\tff\nCpus_allowed_list:\t${list}\n`
  const stat = lines.join('\n')
  t.same(coreTimesIn(stat, allowed('0')), { cores: 1, busyMs: 1610, idleMs: 3000, stolenMs: 300 })
  t.same(coreTimesIn(stat, allowed('0-1')), { cores: 2, busyMs: 4820, idleMs: 9000, stolenMs: 900 })
  t.equal(coreTimesIn(stat, allowed('0,2-5')).cores, 2, 'a core that is switched off does not count')
  t.equal(coreTimesIn('cpu0 100 10 20 300\n', allowed('0')).stolenMs, 0, 'an old kernel reports no stolen time')
  for (const text of ['', 'cpu  1 2 3 4', 'cpu0 one two']) t.equal(coreTimesIn(text, allowed('0')), null, text)
  t.equal(coreTimesIn(stat, ''), null, 'a system that does not report the allowed cores')
  const { cores, busyMs, stolenMs } = coreTimes()
  t.equal(cores, os.availableParallelism())
  t.ok(busyMs > stolenMs, 'stolen time is part of busy time')
})

t.test('other programs are reported if they used a noticeable share and no core was idle', async function (t) {
  t.equal(disturbanceOf(QUIET, BUSY_GENERATOR), null)
  t.equal(disturbanceOf(null, BUSY_GENERATOR), null, 'if the system does not report it')
  t.match(NEIGHBOURS, {
    name: 'neighbours',
    sentence: /^Other programs took 1\.1 of the 2 cores while this ran: /,
    remedy: /^Close them/
  })
  t.match(disturbanceOf(BESIDE, null), { name: 'neighbours' }, 'a server that has ended had no load')
  t.equal(disturbanceOf({ ...BESIDE, others: 0.4 }, BUSY_GENERATOR), null, 'less than half a core')
  t.equal(
    disturbanceOf({ ...BESIDE, machine: 8, idle: 4 }, BUSY_GENERATOR),
    null,
    'a core was always free for the server'
  )
  t.match(disturbanceOf({ ...BESIDE, others: 0.8, stolen: 0.7 }, BUSY_GENERATOR), {
    sentence: /^The hypervisor took 0\.8/,
    remedy: /another machine/
  })
  t.same([1, 2, 4, 16].map(noticeableCores), [0.5, 0.5, 0.5, 1.6])
})

t.test('a saturated load generator is reported, unless CPU contention makes it look saturated', async function (t) {
  const full = { driver: 'built-in', generatorUtilization: 0.97 }
  const idleServer = { ...QUIET, subject: 0.6, generator: 0.97 }
  t.match(disturbanceOf(idleServer, full), {
    name: 'generator-bound',
    sentence: /^The load generator \(built-in\) was 97 % busy, the server only 60 %/
  })
  t.equal(disturbanceOf({ ...idleServer, generator: 0.5 }, full), null, 'it waited for a core, and was not saturated')
  t.equal(disturbanceOf({ ...idleServer, subject: 0.99 }, full), null, 'both are saturated')
  t.match(disturbanceOf({ ...idleServer, others: 0.8, idle: 0 }, full), { name: 'neighbours' })
})

const PORTS = { measured: 3000, opened: [3000], alike: false }
const NOTHING = { delay: 'none', cpu: 'none', memory: { rss: 'none' }, handles: 'none' }
const SAYS = {
  io: { ...NOTHING, cpu: 'performance' },
  'event-loop': { ...NOTHING, delay: 'performance' },
  unknown: { ...NOTHING, cpu: 'performance', delay: 'performance' },
  gc: { ...NOTHING, memory: { rss: 'performance' }, delay: 'performance' },
  none: NOTHING
}
const recordOf = (issueCategory, disturbance) => ({
  load: null,
  report: '/x.html',
  ports: PORTS,
  disturbance,
  ...toDiagnosis({ issueCategory, issues: SAYS[issueCategory] }, disturbance)
})

t.test("a result of Doctor's that interference can explain is not a verdict", async function (t) {
  for (const issue of ['io', 'event-loop', 'unknown']) {
    const record = recordOf(issue, NEIGHBOURS)
    t.equal(record.explainedBy, 'neighbours', issue)
    const lines = format(doctor, record)
    t.match(lines[0], /^Other programs took 1\.1 of the 2 cores/, 'above the verdict')
    t.ok(lines.includes(`Clinic Doctor says: ${issue}, but other programs took 1.1 of the 2 cores.`), lines.join('\n'))
    t.ok(lines.some((line) => /it is not a verdict\. Close them, and run again\./.test(line)))
  }
  for (const issue of ['gc', 'none']) {
    const record = recordOf(issue, NEIGHBOURS)
    t.equal(record.explainedBy, null, issue)
    t.match(format(doctor, record).join('\n'), new RegExp(`^Other programs [^]*?\n\nClinic Doctor says: ${issue}\n`))
  }
  t.equal(recordOf('io', null).explainedBy, null)
  t.match(format(doctor, recordOf('io', null)).join('\n'), /^Clinic Doctor says: io\n/)
  const full = disturbanceOf(
    { ...QUIET, subject: 0.6, generator: 0.97 },
    { driver: 'built-in', generatorUtilization: 0.97 }
  )
  t.equal(recordOf('io', full).explainedBy, 'generator-bound')
  t.equal(recordOf('event-loop', full).explainedBy, null, 'a slow generator does not delay timers')
  const byHandles = toDiagnosis({ issueCategory: 'io', issues: { ...NOTHING, handles: 'performance' } }, NEIGHBOURS)
  t.equal(byHandles.explainedBy, null, 'other programs do not open handles of the server')
})

t.test('a profiler reports interference above its verdict', async function (t) {
  const record = {
    load: null,
    report: '/x.html',
    ports: PORTS,
    disturbance: NEIGHBOURS,
    hottest: [],
    other: { garbageCollector: 0, program: 0 },
    weight: 0
  }
  t.match(format(flame, record).join('\n'), /^Other programs took 1\.1 of the 2 cores[^]*?\n\nClinic Flame/)
})

// CPU contention makes the server look as if it waited, or as if its loop were blocked.
const CROWDED = { user: 0.3, system: 0.1, waited: 0.5, otherPrograms: 1.8 }
const found = (made) => findingsOf(toWindow(examination({ noise: 0.05, seed: 1, ...made })))

t.test('a finding that CPU contention can explain comes after host-bound, and says so', async function (t) {
  const blocked = found({ ...CROWDED, blockMs: 150 })
  t.match(blocked, [{ name: 'host-bound' }, { name: 'event-loop', explainedBy: 'host-bound' }])
  const window = toWindow(examination({ ...CROWDED, noise: 0.05, seed: 1 }))
  t.match(
    checkup.format({ findings: blocked, window, remarks: [] })[0],
    /^The check-up says: host-bound, then event-loop \(possibly caused by host-bound\)$/
  )
  t.match(
    found({ ...CROWDED, blockedMs: 10 }),
    [{ name: 'event-loop' }, { name: 'host-bound' }],
    '5 ms of computing per request do not depend on the machine'
  )
  t.match(found({ ...CROWDED, growth: 1.5 }), [{ name: 'accumulation' }, { name: 'host-bound' }])
})

t.test('what throttling can explain comes after cpu-throttled, and says so', async function (t) {
  const limited = { user: 0.15, system: 0.05, quotaCores: 0.25, blockMs: 150 }
  const both = [{ name: 'cpu-throttled' }, { name: 'sync-io', explainedBy: 'cpu-throttled' }]
  t.match(found({ ...limited, throttled: 0.9 }), both)
  t.match(found({ ...limited, throttled: 0 }), [{ name: 'sync-io' }], 'a quota that is not used up')
  t.equal(found({ quotaCores: 1, throttled: 0.05 })[0].name, 'healthy', 'one period in twenty')
})

t.test("the check-up's page reports interference above the findings", async function (t) {
  const made = examination({ ...CROWDED, noise: 0.05, seed: 1 })
  const window = toWindow(made)
  const draw = (disturbance) =>
    page({ subject: { id: 'x', title: '' }, examination: made, window, findings: findingsOf(window), disturbance })
  const html = draw(NEIGHBOURS)
  t.ok(html.indexOf(NEIGHBOURS.sentence) > 0 && html.indexOf(NEIGHBOURS.sentence) < html.indexOf('<h2>Finding: host-bound'))
  t.notMatch(draw(null), /Other programs took/)
})

t.test('evidence is printed in common units', async function (t) {
  const window = toWindow(examination({ ...CROWDED, growth: 1.5, noise: 0.05, seed: 1 }))
  const text = checkup
    .format({ findings: findingsOf(window), window, remarks: [] })
    .join('\n')
    .replace(/\s+/g, ' ')
  t.match(text, /\d+\.\d+ times growth of CPU per request, from the first to the last third of requests \(corrected for machine speed\)/)
  t.match(text, /\d+\.\d+ times lower bound of this growth \(one-sided 95 %, not corrected\) \(threshold 1 times\)/)
  t.match(text, /[\d.]+ % waiting for a core, share of main-thread busy time/)
  t.match(text, /[\d.]+ cores CPU of other programs \(threshold 0\.5 cores\)/)
  t.notMatch(text, /stood in line|find it held|by the trend of all/)
})
