'use strict'

/**
 * Three digits are what our measurements carry; of larger numbers, all digits before the point.
 *
 * @param {number | null} value
 * @returns {string} empty where there is no value
 */
function rounded (value) {
  if (value === null) return ''
  if (!Number.isFinite(value)) return 'unknown'
  return Math.abs(value) >= 100 ? grouped(value) : String(+value.toPrecision(3))
}

/** @param {number} value */
function grouped (value) {
  return Math.round(value).toLocaleString('en-US')
}

/**
 * @typedef {[number | null, number | null]} Bounds both ends of an interval; no finite number where an end is not known
 */

/**
 * @param {Bounds} interval
 * @returns {[boolean, boolean]} which ends are known: of a ratio, 0 says no more than minus infinity
 */
function known ([low, high]) {
  return [low !== null && Number.isFinite(low) && !(low === 0 && high !== 0), high !== null && Number.isFinite(high)]
}

/**
 * A measured value and its interval, as people read it.
 *
 * @param {number | null} value
 * @param {Bounds | null} interval
 * @returns {string} `1.52 [1.4 .. 1.6]`; with one end only, `≥ 1.4 (seen: 1.52)`; without any, the value
 */
function withInterval (value, interval) {
  if (value === null || interval === null) return 'no value'
  const [hasLow, hasHigh] = known(interval)
  const [low, high] = interval.map(rounded)
  if (hasLow && hasHigh) return `${rounded(value)} [${low} .. ${high}]`
  if (hasLow) return `≥ ${low} (seen: ${rounded(value)})`
  if (hasHigh && interval[0] === 0 && value > 0) return `≤ ${high} (seen: ${rounded(value)})`
  return interval.every((end) => Number.isFinite(end)) ? `${rounded(value)} [${low} .. ${high}]` : rounded(value)
}

/** @param {number} share 0-1 */
function percent (share) {
  return `${rounded(100 * share)} %`
}

/** @param {number} share 0-1 */
function wholePercent (share) {
  return `${Math.round(100 * share)} %`
}

// From here on, "167 times" says more than "+16,600 %".
const MANY_TIMES = 3

/**
 * @param {number} ratio of costs; 0 and infinity where there are too few rounds for a bound
 * @returns {string} `+10.0 %`, `167 times`
 */
function change (ratio) {
  if (ratio === 0 || ratio === Infinity) return 'unbounded'
  if (ratio >= MANY_TIMES) return `${rounded(ratio)} times`
  const percents = Math.abs(100 * (ratio - 1)).toFixed(1)
  return `${ratio < 1 && Number(percents) > 0 ? '-' : '+'}${percents} %`
}

/**
 * The size and the direction of a difference.
 *
 * @param {Bounds} interval of a ratio
 * @param {string} more what is more of: `more CPU per request`
 * @param {string} less
 * @returns {string} `296 to 464 % more CPU per request`, `at least 27 % less`, or `between 3 % less and 5 % more`
 */
function difference (interval, more, less) {
  const [low, high] = interval.map(Number)
  const [hasLow, hasHigh] = known(interval)
  const share = (/** @type {number} */ ratio) => shortPercent(Math.abs(ratio - 1))
  const range = (/** @type {string} */ from, /** @type {string} */ to) =>
    from === to ? `${from} %` : `${from} to ${to} %`
  if (hasLow && low > 1) {
    return hasHigh ? `${range(share(low), share(high))} ${more}` : `at least ${share(low)} % ${more}`
  }
  if (hasHigh && high < 1) {
    return hasLow ? `${range(share(high), share(low))} ${less}` : `at least ${share(high)} % ${less}`
  }
  if (!hasLow || !hasHigh) return 'any difference is possible'
  return `between ${share(low)} % ${less.split(' ')[0]} and ${share(high)} % ${more}`
}

/**
 * @param {number} share
 * @returns {string} two digits below 10 %, whole percents above
 */
function shortPercent (share) {
  return share < 0.1 ? String(+(100 * share).toPrecision(2)) : grouped(100 * share)
}

// From here on, "25 times shorter" says more than "0.0395 times".
const CLEARLY_LESS = 0.5

/**
 * A ratio as people read it.
 *
 * @param {number} ratio
 * @param {Bounds} interval
 * @param {string} less what a ratio below 1 is: `shorter`, `less`
 * @returns {string} `25 times shorter (24 to 27)`, `1.32 times (1.2 to 1.4)`, or `at least 3.1 times`
 */
function times (ratio, interval, less) {
  const isLess = ratio < CLEARLY_LESS
  const end = (/** @type {number | null} */ value) => rounded(isLess && value !== null ? 1 / value : value)
  const [hasLow, hasHigh] = known(interval)
  const [near, far] = isLess
    ? [hasHigh ? end(interval[1]) : '', hasLow ? end(interval[0]) : '']
    : [hasLow ? end(interval[0]) : '', hasHigh ? end(interval[1]) : '']
  const unit = isLess ? `times ${less}` : 'times'
  if (near && far) return `${rounded(isLess ? 1 / ratio : ratio)} ${unit} (${near} to ${far})`
  if (near) return `at least ${near} ${unit}`
  return far
    ? `at most ${far} ${unit}`
    : `${rounded(isLess ? 1 / ratio : ratio)} ${unit}, in a measurement that sets no bounds`
}

/**
 * @param {string} verdict
 * @returns {string} in plain words where the verdict is none
 */
function plainVerdict (verdict) {
  return verdict === 'inconclusive' ? 'too noisy to tell' : verdict === 'invalid' ? 'not measured well' : verdict
}

/**
 * @param {string} text
 * @returns {string} the same, as a sentence begins
 */
function capitalised (text) {
  return text[0].toUpperCase() + text.slice(1)
}

/**
 * @param {number} count
 * @param {string} noun
 * @returns {string} `1 round`, `3 rounds`
 */
function counted (count, noun) {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/**
 * @param {string[]} words
 * @returns {string} `a`, `a or b`, `a, b or c`
 */
function alternatives (words) {
  return words.length === 1 ? words[0] : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

/**
 * @param {string} text
 * @param {number} width letters in a line
 * @returns {string[]} lines; a word that is longer than a line stays whole
 */
function wrap (text, width) {
  return text.match(new RegExp(`\\S(?:.{0,${width - 1}}(?=\\s|$)|\\S*)`, 'g')) ?? []
}

module.exports = {
  alternatives,
  capitalised,
  change,
  counted,
  difference,
  grouped,
  percent,
  plainVerdict,
  rounded,
  times,
  wholePercent,
  withInterval,
  wrap
}
