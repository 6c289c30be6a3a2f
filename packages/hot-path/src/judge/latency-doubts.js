'use strict'

/** @typedef {import('../records').Sample} Sample */
/** @typedef {import('../records').Doubt} Doubt */

const LATENCY = ['latencyMs']

// In a closed loop, throughput times mean latency is the number of connections (Little, Operations Research 9, 1961).
// 15 % is room for the time that the generator itself takes between an answer and the next request.
const LITTLE = { least: 0.85, most: 1.15 }

// Node's timers have a resolution of 1 ms, so up to 2 ms late is nothing to worry about. Later than 10 ms, requests are
// sent in bunches, which is another load than was asked for. Between, the sender's delay counts where it may be a good
// part of what is judged: a quarter of the p99 latency. (Of the p50 would ask too much: that is half a millisecond for
// a fast server, less than a timer can tell.)
const LATE_MS = { never: 2, always: 10 }
const LATE_SHARE = 0.25

/**
 * A sample whose latencies cannot be those of its throughput: answers that were cut off, or latencies that were
 * corrected.
 *
 * @param {Sample} sample
 * @returns {Doubt | null}
 */
function littlesLaw (sample) {
  const { subject, driver, connections, requestsPerSecond, latencyMs } = sample
  // Its own throughput, where the latencies come from a load of their own.
  const share = sample.littlesLaw ?? (requestsPerSecond * (latencyMs?.mean ?? NaN)) / 1000 / connections
  if (isPaced(sample) || !(share < LITTLE.least || share > LITTLE.most)) return null
  return {
    name: 'littles-law',
    spoils: LATENCY,
    sentence:
      `The latencies of ${subject} are not those of its throughput: requests per second times mean latency is ` +
      `${Math.round(100 * share)} % of the ${connections} connections, and has to be 100 %.`,
    remedy:
      share < 1
        ? 'Measure for longer: requests that were still open at the end are missing.'
        : `Latencies of ${driver} are corrected: use another driver.`
  }
}

/**
 * At a fixed pace: whether the sender's own delay is a good part of the latencies.
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
    // The sender's delay is in the latency of each subject: it makes a small one larger, and two of them more alike.
    ...(isBunched ? {} : { attenuates: LATENCY }),
    sentence: `One request in a hundred to ${subject} was sent more than ${lateMs.toFixed(1)} ms late: its latencies are also the sender's.`,
    remedy: 'Use a lower pace, or a machine with more cores, and close other programs.'
  }
}

/**
 * @param {Sample} sample
 * @returns {boolean} whether requests were sent at a fixed pace (an open loop)
 */
function isPaced ({ lateMs }) {
  return typeof lateMs === 'number'
}

module.exports = { isPaced, late, littlesLaw }
