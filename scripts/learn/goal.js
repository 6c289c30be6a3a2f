'use strict'

// Parses a goal in the learner's own words: quantity, absolute or relative, and value.

const { rounded } = require('hot-path/reporting')
const { WORDS, numberIn } = require('./numbers')

/** @typedef {import('./throughput').Throughput} Throughput */

/**
 * @typedef {object} Goal
 * @property {'throughput' | 'latency' | 'cpu'} quantity
 * @property {'p50' | 'p90' | 'p99' | 'max' | 'mean'} [of] latency statistic
 * @property {boolean} isRelative whether the value is a factor relative to step 1
 * @property {number} value requests per second, ms, or µs of CPU per request; or a factor
 */

const EXAMPLES = '4000 requests a second, ten times as many, a p99 below 50 ms, half the CPU'
const FRACTIONS = { half: 1 / 2, third: 1 / 3, quarter: 1 / 4, fifth: 1 / 5, tenth: 1 / 10 }
/** @type {[RegExp, NonNullable<Goal['of']>][]} latency statistics; their numbers are not the goal's value */
const PERCENTILES = [
  [/\bp\s?50\b|\b50(?:th|\s*%)?\s*percentile\b|\bmedian\b|\bhalf of (?:the |all )?(?:requests|answers|people)\b/gi, 'p50'],
  [/\bp\s?90\b|\b90(?:th|\s*%)?\s*percentile\b|\b90 ?% of (?:the |all )?(?:requests|answers|people)\b/gi, 'p90'],
  [/\bp\s?99\b|\b99(?:th|\s*%)?\s*percentile\b|\b99 ?% of (?:the |all )?(?:requests|answers|people)\b/gi, 'p99'],
  [/\b(?:max|maximum|longest|slowest|worst|everybody|everyone|100 ?% of (?:the |all )?(?:requests|answers|people))\b/gi, 'max'],
  [/\b(?:mean|average|on average)\b/gi, 'mean']
]
const NAMES = { p50: 'median latency', p90: 'p90 latency', p99: 'p99 latency', max: 'longest latency', mean: 'mean latency' }

/**
 * @param {string} text such as "4,000 requests a second", "ten times faster", "a p99 below 50 ms", "30 % less CPU"
 * @returns {Goal | null} null if it has no number, or no unit that can be measured here
 */
function goalIn (text) {
  let rest = text
  /** @type {NonNullable<Goal['of']>} */
  let of = 'p99'
  for (const [pattern, name] of PERCENTILES) {
    const without = rest.replace(pattern, ' ')
    if (without === rest) continue
    of = name
    rest = without
  }
  const isCpu = /\bcpu\b/i.test(rest)
  const timeMs = isCpu ? null : timeIn(rest)
  if (timeMs !== null) return { quantity: 'latency', of, isRelative: false, value: timeMs }
  const usOfCpu = isCpu ? /(\d+(?:\.\d+)?)\s*(µs|us|microseconds?|ms)\b/i.exec(rest) : null
  if (usOfCpu) return { quantity: 'cpu', isRelative: false, value: Number(usOfCpu[1]) * (usOfCpu[2] === 'ms' ? 1000 : 1) }
  const isLatency = rest !== text || /\b(?:latency|wait|response time)\b/i.test(rest)
  const quantity = isCpu ? 'cpu' : isLatency ? 'latency' : 'throughput'
  const factor = factorIn(rest, quantity)
  if (factor !== null) return { quantity, ...(quantity === 'latency' && { of }), isRelative: true, value: factor }
  const isRate = /second|\/\s*s\b|\breq|\brps\b|requests/i.test(rest)
  const value = numberIn(rest)
  return quantity === 'throughput' && isRate && value ? { quantity, isRelative: false, value } : null
}

/**
 * @param {string} text
 * @returns {number | null} latency in ms; null without one: "requests a second" is a rate
 */
function timeIn (text) {
  const [, number, unit] = /(\d+(?:[.,]\d+)?)\s*(ms|milliseconds?|s|seconds?)\b(?!\s*\/)/i.exec(text) ?? []
  if (number === undefined || /\b(?:requests|req|answers)\b[^.]*\b(?:in|every|each)\s*\d/i.test(text)) return null
  return Number(number.replace(',', '.')) * (/^m/i.test(unit) ? 1 : 1000)
}

/**
 * @param {string} text
 * @param {Goal['quantity']} quantity higher is better for throughput only
 * @returns {number | null} factor for the value of step 1; null without one
 */
function factorIn (text, quantity) {
  const [, percent, what] = /(\d+(?:\.\d+)?)\s*(?:%|percent)\s*(\w*)/i.exec(text) ?? []
  if (percent !== undefined) {
    const share = Number(percent) / 100
    if (/^(?:less|fewer|lower|shorter|below|cheaper)$/i.test(what)) return share < 1 ? 1 - share : null
    if (/^(?:more|faster|higher|better)$/i.test(what)) return quantity === 'throughput' ? 1 + share : share < 1 ? 1 - share : null
    return /^of$/i.test(what) || quantity !== 'throughput' ? share : null
  }
  const [, top, bottom] = /(\d+)\s*\/\s*(\d+)/.exec(text) ?? []
  if (bottom !== undefined && Number(bottom) > 0) return Number(top) / Number(bottom)
  const fraction = Object.entries(FRACTIONS).find(([word]) => new RegExp(`\\b${word}\\b`, 'i').test(text))
  if (fraction) return fraction[1]
  const [, digits, word] = /(?:(\d+(?:\.\d+)?)|\b([a-z]+))\s*(?:-?\s*(?:times|fold)|x)\b/i.exec(text) ?? []
  const times = digits === undefined ? (WORDS.get(String(word).toLowerCase()) ?? (/\btwice\b/i.test(text) ? 2 : null)) : Number(digits)
  if (times === null) return null
  return quantity === 'throughput' ? times : 1 / times
}

/**
 * @param {Goal} goal
 * @param {Throughput} measured of one step
 * @param {Throughput} first step 1, the reference of a relative goal
 * @returns {string} the end of a sentence about that step
 */
function judged ({ quantity, of = 'p99', isRelative, value }, measured, first) {
  if (quantity === 'throughput') {
    const needed = isRelative ? value * first.requestsPerSecond : value
    return `needs ${rounded(needed)} requests a second, has ${rounded(measured.requestsPerSecond)}: ${met(measured.requestsPerSecond >= needed)}`
  }
  if (quantity === 'latency') {
    const needed = isRelative ? value * first.latencyMs[of] : value
    return `needs a ${NAMES[of]} of ${rounded(needed)} ms or less, has ${rounded(measured.latencyMs[of])} ms: ${met(measured.latencyMs[of] <= needed)}`
  }
  if (measured.cpuUs === null || first.cpuUs === null) return 'cannot be judged: this system does not report the CPU time of a process'
  const needed = isRelative ? value * first.cpuUs : value
  return `needs ${rounded(needed)} µs of CPU per request or less, has ${rounded(measured.cpuUs)} µs: ${met(measured.cpuUs <= needed)}`
}

/** @param {boolean} isMet */
function met (isMet) {
  return isMet ? 'met' : 'not met'
}

module.exports = { EXAMPLES, goalIn, judged }
