'use strict'

const { wholePercent } = require('../util/format')
const { othersInside } = require('./processes')
const { median } = require('./statistics')
const { noticeableCores } = require('./thresholds')

/** @typedef {import('../types/pipeline').Sample} Sample */
/** @typedef {import('../types/pipeline').Doubt} Doubt */

// A thread that is busy 95 % of the time is saturated: timer ticks and wake-ups take the rest.
const FULL = 0.95
// A closed-loop load generator limits throughput before its own thread is saturated: with autocannon 89 to 94 % busy,
// the ceiling server served a fifth less than with wrk (docs/method.md). If the server is clearly the busier of the
// two, other processes on the machine have slowed both.
const BUSY = 0.8
const ALIKE = 0.02

const THROUGHPUT = ['requestsPerSecond', 'goodPerSecond', 'latencyMs']
const EVERYTHING = [...THROUGHPUT, 'serverCpuUsPerRequest', 'allocatedBytesPerRequest']

// CPU per request in the second half of a sample over the first half. At a steady cost, the median is within a few
// percent of 1; below this threshold, V8 was still compiling.
const STEADY = 0.93
const LEAST_ROUNDS = 3

/**
 * Returns every validity warning about a sample, each with its remedy.
 *
 * @param {Sample} sample
 * @param {{ cores: number }} machine
 * @returns {Doubt[]}
 */
function doubtsOf (sample, machine) {
  const own = sample.doubts ?? []
  const found = DOUBTERS
    .map((doubt) => doubt(sample, machine))
    .filter((doubt) => doubt !== null)
  return [...found, ...own]
}

/** @typedef {(sample: Sample, machine: { cores: number }) => Doubt | null} Doubter */

/** @type {Doubter} */
function generatorBound ({ subject, driver, generatorUtilization, loopUtilization }) {
  if (!(generatorUtilization >= BUSY && loopUtilization < FULL && generatorUtilization >= loopUtilization - ALIKE)) {
    return null
  }
  return {
    name: 'generator-bound',
    spoils: [],
    attenuates: THROUGHPUT,
    sentence:
      `${driver} was ${wholePercent(generatorUtilization)} busy while ${subject} was only ${wholePercent(loopUtilization)} busy: ` +
      'the load generator limited the throughput, not the server.',
    remedy: remedyOf(driver)
  }
}

/** @type {Record<string, string>} */
const REMEDIES = {
  locust: 'Use more workers: --workers, or --expect-workers for those on other machines.',
  wrk: 'Use --driver=locust, with workers on other machines.'
}

/**
 * @param {string} driver
 * @returns {string} what to do if this load generator is the bottleneck
 */
function remedyOf (driver) {
  return REMEDIES[driver] ?? 'Use --driver=wrk, which needs less CPU per request.'
}

/** @type {Doubter} */
function hostBound ({ subject, serverCpuShare, generatorCpuShare }, { cores }) {
  if (!(serverCpuShare + generatorCpuShare >= FULL * cores)) return null
  // A server that saturates the machine without the load generator, with a thread pool, is at its own limit.
  if (generatorCpuShare < (1 - FULL) * cores) return null
  return {
    name: 'host-bound',
    spoils: [],
    attenuates: THROUGHPUT,
    sentence:
      `${subject} and the load generator together used all ${cores} cores. The machine was the bottleneck, and ` +
      'differences in throughput and latency look smaller than they are.',
    remedy: 'Compare CPU per request, or use a machine with more cores.'
  }
}

/** @type {Doubter} */
function disturbed ({ subject, othersShare = NaN }, { cores }) {
  if (!(othersShare * cores >= noticeableCores(cores))) return null
  return {
    name: 'host-bound',
    spoils: [],
    attenuates: THROUGHPUT,
    sentence:
      `Other programs took ${(othersShare * cores).toFixed(1)} of the ${cores} cores while ${subject} was measured: ` +
      'differences in throughput and latency look smaller than they are.',
    remedy: 'Close other programs, and measure again.'
  }
}

/** @type {Doubter} */
function errors ({ subject, errors, timeouts = 0, requests }) {
  const broken = errors - timeouts
  if (!(broken > 0)) return null
  return {
    name: 'errors',
    spoils: EVERYTHING,
    sentence: `${broken} requests to ${subject} got no answer (${requests} were answered).`,
    remedy: 'Read the output of the server, and check its limits on connections.'
  }
}

/** @param {number} count */
function lostWorkersText (count) {
  return `Workers of Locust that were lost during the load: ${count}. Their requests are not counted.`
}

/** @type {Doubter} */
function lostWorkers ({ lostWorkers = 0 }) {
  if (lostWorkers === 0) return null
  return {
    name: 'lost-workers',
    spoils: EVERYTHING,
    sentence: lostWorkersText(lostWorkers),
    remedy: 'Check their machines and the network, and measure again.'
  }
}

/**
 * Latencies include timed-out requests, with the time-out as their latency, so they can only be too low.
 *
 * @type {Doubter}
 */
function timedOut ({ subject, timeouts, requests }) {
  if (!(timeouts > 0)) return null
  return {
    name: 'timeouts',
    spoils: [],
    sentence: `${timeouts} requests to ${subject} timed out after ten seconds or more (${requests} were answered). Latencies include this time.`,
    remedy: 'The true latencies are longer: read the percentiles above as lower bounds.'
  }
}

/** @type {Doubter} */
function refusals ({ subject, non2xx, expected = 0, requests }) {
  if (!(non2xx > expected)) return null
  return {
    name: 'refusals',
    spoils: EVERYTHING,
    sentence: `${non2xx - expected} of ${requests} responses of ${subject} had an unexpected status outside 2xx.`,
    remedy: 'Check --path: an error response does not cost the same work as a normal response.'
  }
}

/** @type {Doubter} */
function silence ({ subject, requests, serverCpuUsPerRequest }) {
  // A sample that is not of a server has no CPU per request; that is valid.
  if (requests > 0 && (serverCpuUsPerRequest === undefined || Number.isFinite(serverCpuUsPerRequest))) return null
  return {
    name: 'silence',
    spoils: EVERYTHING,
    sentence: `${subject} answered no requests while it was measured.`,
    remedy: 'Measure for longer, or find out why the server does not respond.'
  }
}

/** @type {Doubter} with child processes or worker threads, some metrics cover only a part of the server */
function others ({ subject, inside }) {
  return inside ? othersInside({ file: subject, ...inside }) : null
}

/**
 * Returns every validity warning about a session, once per subject.
 *
 * @param {Sample[]} samples
 * @param {{ cores: number }} machine
 * @returns {Doubt[]} warnings about single samples first, then those that need all samples of a subject
 */
function doubtsAbout (samples, machine) {
  const found = samples.flatMap((sample) =>
    doubtsOf(sample, machine).map((doubt) => /** @type {const} */ ([`${doubt.name} ${sample.subject}`, doubt]))
  )
  const subjects = new Set(samples.map(({ subject }) => subject))
  return [
    ...new Map(found).values(),
    ...[...subjects].flatMap((id) => notWarm(samples.filter(({ subject }) => subject === id)) ?? [])
  ]
}

/**
 * @param {Doubt} doubt
 * @param {import('../types/comparison').Question} question
 * @returns {boolean} whether the warning concerns the question: CPU and memory do not affect latency at a constant rate
 */
function isAbout ({ name, spoils, attenuates = [] }, question) {
  if (question !== 'p99') return true
  return name === 'timeouts' || [...spoils, ...attenuates].includes('latencyMs')
}

/**
 * @param {Doubt[]} doubts
 * @returns {string[]} one paragraph per kind of warning, with the remedy once for all subjects
 */
function doubtTexts (doubts) {
  /** @type {Map<string, string[]>} */
  const byRemedy = new Map()
  for (const { name, sentence, remedy } of doubts) {
    const kind = `${name} ${remedy}`
    const said = byRemedy.get(kind) ?? [remedy]
    byRemedy.set(kind, [...said.slice(0, -1), sentence, remedy])
  }
  return [...byRemedy.values()].map((sentences) => sentences.join(' '))
}

/**
 * @param {Sample[]} samples of one subject
 * @returns {Doubt | null}
 */
function notWarm (samples) {
  const growths = samples.map(({ costGrowth }) => costGrowth).filter(Number.isFinite)
  if (growths.length < LEAST_ROUNDS || !(median(growths) < STEADY)) return null
  return {
    name: 'not-warm',
    spoils: [],
    sentence:
      `CPU per request of ${samples[0].subject} was still falling: in the second half of a sample it was ` +
      `${wholePercent(median(growths))} of that in the first half. V8 was still compiling.`,
    remedy: 'Measure for longer (--duration).'
  }
}

/**
 * @param {Sample[]} samples of one subject
 * @param {{ cores: number }} machine
 * @returns {boolean} whether the load generator was the bottleneck in most samples, so the server can do more than was
 *   measured
 */
function isGeneratorBound (samples, machine) {
  return samples.filter((sample) => generatorBound(sample, machine)).length > samples.length / 2
}

const LATENCY = ['latencyMs']

// In a closed loop, throughput times mean latency is the number of connections (Little, Operations Research 9, 1961).
// The tolerance of 15 % allows for the load generator's own time between a response and the next request.
const LITTLE = { least: 0.85, most: 1.15 }

// Node's timers have a resolution of 1 ms, so a delay of up to 2 ms is harmless. Beyond 10 ms, requests are sent in
// bunches, which is not the requested load. In between, the sender's delay matters if it is more than a quarter of the
// p99 latency. (A share of the p50 would be too strict: that is half a millisecond for a fast server, below a timer's
// resolution.)
const LATE_MS = { never: 2, always: 10 }
const LATE_SHARE = 0.25

/**
 * Warns if latencies and throughput of a sample contradict each other, because responses were cut off or latencies were
 * corrected.
 *
 * @param {Sample} sample
 * @returns {Doubt | null}
 */
function littlesLaw (sample) {
  const { subject, driver, connections, requestsPerSecond, latencyMs, lostWorkers = 0 } = sample
  // `sample.littlesLaw` uses the throughput of the uninterrupted load, in which the latencies were measured.
  const share = sample.littlesLaw ?? (requestsPerSecond * (latencyMs?.mean ?? NaN)) / 1000 / connections
  if (isPaced(sample) || lostWorkers > 0 || !(share < LITTLE.least || share > LITTLE.most)) return null
  return {
    name: 'littles-law',
    spoils: LATENCY,
    sentence:
      `Latency and throughput of ${subject} contradict each other: requests per second times mean latency is ` +
      `${Math.round(100 * share)} % of the ${connections} connections, and should be 100 %.`,
    remedy:
      share < 1
        ? 'Measure for longer: requests that were still pending at the end are missing.'
        : `${driver} corrects its latencies. Use another driver.`
  }
}

/**
 * Warns if, at a constant rate, the sender's own delay is a large part of the latencies.
 *
 * @param {Sample} sample
 * @returns {Doubt | null}
 */
function late ({ subject, lateMs = NaN, latencyMs }) {
  if (!(lateMs > LATE_MS.always || (lateMs > LATE_MS.never && lateMs > LATE_SHARE * latencyMs?.p99))) return null
  const isBunched = lateMs > LATE_MS.always
  return {
    name: 'late',
    spoils: isBunched ? LATENCY : [],
    // The sender's delay is part of every subject's latency, which pulls ratios towards 1.
    ...(isBunched ? {} : { attenuates: LATENCY }),
    sentence: `1 % of the requests to ${subject} were sent more than ${lateMs.toFixed(1)} ms late. Its latencies include this delay of the load generator.`,
    remedy: 'Use a lower rate, or a machine with more cores, and close other programs.'
  }
}

/**
 * @param {Sample} sample
 * @returns {boolean} whether requests were sent at a constant rate (an open loop)
 */
function isPaced ({ lateMs }) {
  return typeof lateMs === 'number'
}

/** @type {Doubter[]} */
const DOUBTERS = [
  generatorBound,
  hostBound,
  disturbed,
  errors,
  lostWorkers,
  timedOut,
  refusals,
  silence,
  littlesLaw,
  late,
  others
]

module.exports = {
  BUSY,
  FULL,
  doubtTexts,
  doubtsAbout,
  doubtsOf,
  isAbout,
  isGeneratorBound,
  isPaced,
  late,
  littlesLaw,
  lostWorkersText,
  remedyOf
}
