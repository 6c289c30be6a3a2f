'use strict'

/** @typedef {import('./readings').Reading} Reading */
/** @typedef {import('./readings').Outside} Outside */
/** @typedef {[seconds: number, value: number]} Point since the load began */

/**
 * What was seen while a load went on, over its seconds, one point for each two readings.
 *
 * @param {Pick<import('./readings').Seen, 'readings' | 'outside'>} seen
 * @returns {Record<string, Point[]>} by name; empty where there is nothing to draw
 */
function seriesOf ({ readings, outside }) {
  if (readings.length < 2) return {}
  const [begin] = readings
  const inside = (/** @type {(before: Reading, after: Reading) => number} */ value) =>
    readings
      .slice(1)
      .map((reading, i) => point((reading.atMs - begin.atMs) / 1000, value(readings[i], reading)))
      .filter(([, y]) => Number.isFinite(y))
  const seen = (/** @type {(quarter: Outside) => number} */ value) =>
    outside.map((quarter) => point(quarter.atMs / 1000, value(quarter)))
  const share = (/** @type {(reading: Reading) => number} */ ms) =>
    inside((before, after) => (ms(after) - ms(before)) / (after.atMs - before.atMs))
  return {
    latencyMeanMs: seen(({ latencyMeanMs }) => latencyMeanMs),
    latencyMaxMs: seen(({ latencyMaxMs }) => latencyMaxMs),
    answersPerSecond: seen(({ answers }) => 4 * answers),
    cpuUsPerRequest: inside(
      (before, after) => (1000 * (cpuMs(after) - cpuMs(before))) / (after.requests - before.requests)
    ),
    loopShare: share(({ loopActiveMs }) => loopActiveMs),
    cpuShare: share(cpuMs),
    gcShare: share(({ gcMs }) => gcMs),
    blockedMs: inside((_, { blocksMs }) => Math.max(0, ...blocksMs)),
    heapMb: inside((_, { heapUsedBytes }) => heapUsedBytes / 1e6),
    buffersMb: inside((_, { externalBytes }) => externalBytes / 1e6)
  }
}

/** @param {Reading} reading */
function cpuMs ({ cpuUserUs, cpuSystemUs }) {
  return (cpuUserUs + cpuSystemUs) / 1000
}

/**
 * @param {number} x
 * @param {number} y
 * @returns {Point} with the digits that a picture can show
 */
function point (x, y) {
  return [+x.toFixed(2), +y.toPrecision(4)]
}

module.exports = { seriesOf }
