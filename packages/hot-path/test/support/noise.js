'use strict'

// Seeded noise for tests of the judge: identical on every machine and every run.

/**
 * Returns a seeded random number generator (mulberry32), so that draws from the study are reproducible.
 *
 * @param {number} seed
 * @returns {() => number} uniform in [0, 1)
 */
function random (seed) {
  let state = seed >>> 0
  return function () {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Normal noise (Box-Muller); 5 % of the values are multiplied by five: heavy tails.
 *
 * @param {() => number} uniform
 */
function heavyTailed (uniform) {
  const normal = Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
  return uniform() < 0.05 ? 5 * normal : normal
}

/**
 * Skewed noise with mean 0 and standard deviation 1: most values slightly below, some far above (CPU contention).
 *
 * @param {() => number} uniform
 */
function skewed (uniform) {
  return -Math.log(1 - uniform()) - 1
}

const HEALTHY = {
  driver: 'built-in',
  node: process.version,
  connections: 50,
  seconds: 0.8,
  requests: 10_000,
  non2xx: 0,
  expected: 0,
  errors: 0,
  loopUtilization: 1,
  serverCpuShare: 1,
  generatorCpuShare: 0.4,
  generatorUtilization: 0.4
}

/**
 * Returns the samples of a gate: `rounds` pairs of a baseline and a candidate that costs `slowdown` times as much.
 *
 * @param {object} options
 * @param {number} options.seed
 * @param {number} [options.rounds]
 * @param {number} [options.slowdown]
 * @param {number} [options.spread] standard deviation of the log of one sample's cost, outliers excluded; the default
 *   was measured on an idle machine
 * @param {(uniform: () => number) => number} [options.noise] noise with a standard deviation of about 1
 * @param {(round: number, of: number) => number} [options.drift] factor on every cost of a round
 * @param {number} [options.driftWithin] factor on the cost of the second sample of a round; rounds alternate
 * @param {number} [options.orderEffect] the same if the baseline is always measured first
 * @param {(sample: any, round: number) => object} [options.spoil] changed properties of a sample
 */
function gateSamples ({
  seed,
  rounds = 18,
  slowdown = 1,
  spread = 0.02,
  noise = heavyTailed,
  drift = () => 1,
  driftWithin = 1,
  orderEffect = 1,
  spoil = () => ({})
}) {
  const uniform = random(seed)
  const samples = []
  for (let round = 1; round <= rounds; round++) {
    for (const [subject, cost] of /** @type {[string, number][]} */ ([
      ['baseline', 1],
      ['candidate', slowdown]
    ])) {
      const isSecond = (subject === 'candidate') === (round % 2 === 1)
      const slower =
        cost * drift(round, rounds) * (isSecond ? driftWithin : 1) * (subject === 'candidate' ? orderEffect : 1)
      const serverCpuUsPerRequest = 70 * slower * Math.exp(spread * noise(uniform))
      const requestsPerSecond = (1e6 / 70 / slower) * Math.exp(-spread * noise(uniform))
      const sample = { ...HEALTHY, subject, round, serverCpuUsPerRequest, requestsPerSecond }
      samples.push({ ...sample, ...spoil(sample, round) })
    }
  }
  return samples
}

module.exports = { random, heavyTailed, skewed, gateSamples }
