'use strict'

/** @typedef {import('./records').Sample} Sample */
/** @typedef {import('./records').Doubt} Doubt */

// A thread that is busy for 95 % of the time has none to spare: the rest is what a timer tick or a wake-up costs.
const FULL = 0.95
// A closed loop is slower than its server before its own thread is full: with autocannon 89 to 94 % busy, the ceiling
// server gave a fifth less than with wrk (docs/drivers.md). Where the server is clearly the busier of the two, a neighbour
// on the machine has slowed both.
const BUSY = 0.8
const ALIKE = 0.02

// A writer and its meter stand in line for a core for 0 to 2 % of the time where each has one of its own, and for more than
// 20 % beside one other program that wants all it can get, on two cores.
const CROWDED = 0.1

const THROUGHPUT = ['requestsPerSecond', 'latencyMs']
const EVERYTHING = [...THROUGHPUT, 'serverCpuUsPerRequest']

/**
 * Every reason not to believe a sample, each with its remedy.
 *
 * @param {Sample} sample
 * @param {{ cores: number }} machine
 * @returns {Doubt[]}
 */
function doubtsOf (sample, machine) {
  return [generatorBound, hostBound, crowded, disturbed, errors, refusals, silence]
    .map((doubt) => doubt(sample, machine))
    .filter((doubt) => doubt !== null)
}

/** @typedef {(sample: Sample, machine: { cores: number }) => Doubt | null} Doubter */

/** @type {Doubter} */
function generatorBound ({ subject, driver, generatorUtilization, loopUtilization }) {
  if (!(generatorUtilization >= BUSY && loopUtilization < FULL && generatorUtilization >= loopUtilization - ALIKE)) return null
  return {
    name: 'generator-bound',
    spoils: THROUGHPUT,
    sentence: `${driver} was ${percent(generatorUtilization)} busy while ${subject} was only ${percent(loopUtilization)} busy: ` +
      'the throughput is the generator\'s, not the server\'s.',
    remedy: driver === 'wrk' ? 'Use more threads or a second machine for the load.' : 'Use --driver=wrk, which takes less CPU for a request.'
  }
}

/** @type {Doubter} */
function hostBound ({ subject, serverCpuShare, generatorCpuShare }, { cores }) {
  if (!(serverCpuShare + generatorCpuShare >= FULL * cores)) return null
  return {
    name: 'host-bound',
    spoils: [], // in a ratio within one session, both sides suffer alike
    sentence: `${subject} and the generator together filled all ${cores} cores: the machine is the limit.`,
    remedy: 'Read the ratio, not the requests per second; or use a machine with more cores.'
  }
}

/**
 * Of a writer and its meter (see pour/), which have a core each or take turns: two different things to measure.
 *
 * @type {Doubter}
 */
function crowded ({ subject, waitShare = NaN }) {
  if (!(waitShare >= CROWDED)) return null
  return {
    name: 'host-bound',
    spoils: ['bytesPerSecond', 'endShare'],
    sentence: `${subject} or its meter stood in line for a core for ${percent(waitShare)} of the time: others take too much of the machine.`,
    remedy: 'Close other programs, and measure again.'
  }
}

/** @type {Doubter} */
function disturbed ({ subject, othersShare = NaN }) {
  if (!(othersShare >= CROWDED)) return null
  return {
    name: 'host-bound',
    spoils: [], // in turns, all suffer alike
    sentence: `Others took ${percent(othersShare)} of all cores while ${subject} was measured.`,
    remedy: 'Close other programs, and measure again.'
  }
}

/** @type {Doubter} */
function errors ({ subject, errors, requests }) {
  if (errors === 0) return null
  return {
    name: 'errors',
    spoils: EVERYTHING,
    sentence: `${errors} requests to ${subject} got no answer (${requests} did).`,
    remedy: 'Look at what the server printed, and for its limits on connections.'
  }
}

/** @type {Doubter} */
function refusals ({ subject, driver, non2xx, expected = 0, requests }) {
  if (!(non2xx > expected)) return null // rewrk does not tell
  return {
    name: 'refusals',
    spoils: EVERYTHING,
    sentence: `${non2xx - expected} of ${requests} answers of ${subject} had a status that is no success.`,
    remedy: driver === 'rewrk' ? 'rewrk asks for the whole URL, as one asks a proxy: use another driver.' : 'Check --path: an error page costs another amount of work than an answer.'
  }
}

/** @type {Doubter} */
function silence ({ subject, requests, serverCpuUsPerRequest }) {
  // A writer (see pour/) has no requests that cost CPU, and none is missed.
  if (requests > 0 && (serverCpuUsPerRequest === undefined || Number.isFinite(serverCpuUsPerRequest))) return null
  return {
    name: 'silence',
    spoils: EVERYTHING,
    sentence: `${subject} answered nothing while it was measured.`,
    remedy: 'Measure for longer, or look at why it hangs.'
  }
}

/**
 * Every doubt about a session, once for each subject.
 *
 * @param {Sample[]} samples
 * @param {{ cores: number }} machine
 * @returns {Doubt[]} those that spoil something
 */
function doubtsAbout (samples, machine) {
  const found = samples.flatMap((sample) => doubtsOf(sample, machine).map((doubt) => /** @type {const} */ ([`${doubt.name} ${sample.subject}`, doubt])))
  return [...new Map(found).values()].filter(({ spoils }) => spoils.length)
}

/**
 * @param {Sample[]} samples of one subject
 * @param {{ cores: number }} machine
 * @returns {boolean} whether the generator, and not the server, was the limit in most of them: it can do more than was seen
 */
function isGeneratorBound (samples, machine) {
  return samples.filter((sample) => generatorBound(sample, machine)).length > samples.length / 2
}

/** @param {number} share */
function percent (share) {
  return `${Math.round(100 * share)} %`
}

module.exports = { BUSY, FULL, doubtsAbout, doubtsOf, isGeneratorBound }
