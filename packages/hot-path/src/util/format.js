'use strict'

/**
 * Rounds to three significant digits, the precision of the measurements. Numbers from 100 keep all integer digits.
 *
 * @param {number | null} value
 * @returns {string} the empty string if `value` is null
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
 * @typedef {[number | null, number | null]} Bounds both ends of an interval; null or not finite if an end is unknown
 */

/**
 * @param {Bounds} interval
 * @returns {[boolean, boolean]} whether each end is known: 0 as the lower end of a ratio counts as unknown
 */
function known ([low, high]) {
  return [low !== null && Number.isFinite(low) && !(low === 0 && high !== 0), high !== null && Number.isFinite(high)]
}

/**
 * Formats a measured value and its interval.
 *
 * @param {number | null} value
 * @param {Bounds | null} interval
 * @returns {string} `1.52 [1.4 .. 1.6]`; `≥ 1.4 (measured: 1.52)` if one end is known; the value if neither is
 */
function withInterval (value, interval) {
  if (value === null || interval === null) return 'no value'
  const [hasLow, hasHigh] = known(interval)
  const [low, high] = interval.map(rounded)
  if (hasLow && hasHigh) return `${rounded(value)} [${low} .. ${high}]`
  if (hasLow) return `≥ ${low} (estimate: ${rounded(value)})`
  if (hasHigh && interval[0] === 0 && value > 0) return `≤ ${high} (estimate: ${rounded(value)})`
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

// From this ratio, "167 times" is clearer than "+16,600 %".
const MANY_TIMES = 3

/**
 * @param {number} ratio of costs
 * @returns {string} `+10.0 %`, `167 times`
 */
function change (ratio) {
  if (ratio >= MANY_TIMES) return `${rounded(ratio)} times`
  const percents = Math.abs(100 * (ratio - 1)).toFixed(1)
  return `${ratio < 1 && Number(percents) > 0 ? '-' : '+'}${percents} %`
}

/**
 * @param {[number, number]} interval of a ratio of costs; 0 or infinity is an end that is not known
 * @returns {string} `+6.7 % .. +10.0 %`; `at least +6.7 %` if one end is known; empty if neither is
 */
function changeBetween ([low, high]) {
  if (low > 0 && high < Infinity) return `${change(low)} .. ${change(high)}`
  if (low > 0) return `at least ${change(low)}`
  return high < Infinity ? `at most ${change(high)}` : ''
}

/**
 * Formats the size and direction of a difference.
 *
 * @param {Bounds} interval of a ratio
 * @param {string} more text for an increase: `more CPU per request`
 * @param {string} less text for a decrease: `less`
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
 * @returns {string} percent, without the unit: two significant digits below 10 %, whole percents from 10 %
 */
function shortPercent (share) {
  return share < 0.1 ? String(+(100 * share).toPrecision(2)) : grouped(100 * share)
}

// Below this ratio, "25 times shorter" is clearer than "0.0395 times".
const CLEARLY_LESS = 0.5

/**
 * Formats a ratio and its interval.
 *
 * @param {number} ratio
 * @param {Bounds} interval
 * @param {string} less comparative for a ratio below 0.5: `shorter`, `less`
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
    : `${rounded(isLess ? 1 / ratio : ratio)} ${unit} (no interval: too few rounds)`
}

/**
 * @param {string} verdict
 * @returns {string} a plain description of `inconclusive` and `invalid`; other verdicts unchanged
 */
function plainVerdict (verdict) {
  return verdict === 'inconclusive' ? 'too noisy to tell' : verdict === 'invalid' ? 'invalid measurement' : verdict
}

/**
 * @param {string} text
 * @returns {string} the text with its first letter in upper case
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

// A line does not end inside a command, or between a number and its unit.
const UNBROKEN = /npx hot-path [\w-]+(?: (?:[-<[]\S+|\S+\.[cm]?[jt]s\b))*|npm (?:ci|run \S+|install \S+)|git fetch \S+|ulimit -n|\d (?:%|[mµ]?s\b|[kMG]i?B\b)/g
// Nor does a line begin with a command of the GitHub Actions runner, or a Markdown heading, from a name in the text.
const COMMAND_AHEAD = /\s+(?=::|#+ |##\[)/g
const GLUE = '\u2060'

/**
 * @param {string} text
 * @param {number} width characters per line
 * @returns {string[]} the lines; words and commands longer than a line are not split
 */
function wrap (text, width) {
  const glued = text.replace(UNBROKEN, (part) => part.replaceAll(' ', GLUE)).replace(COMMAND_AHEAD, GLUE)
  const lines = glued.match(new RegExp(`\\S(?:.{0,${width - 1}}(?=\\s|$)|\\S*)`, 'g')) ?? []
  return lines.map((line) => line.replaceAll(GLUE, ' '))
}

/**
 * @param {string} text
 * @param {{ isTTY?: boolean, columns?: number }} stream
 * @returns {string} the text; on a terminal, with its lines wrapped, except indented ones (commands, logs)
 */
function fitted (text, { isTTY, columns }) {
  if (!isTTY) return text
  return text.split('\n').map((line) => (/^\s|^$/.test(line) ? line : wrap(line, columns || 80).join('\n'))).join('\n')
}

module.exports = {
  alternatives,
  capitalised,
  change,
  changeBetween,
  counted,
  difference,
  fitted,
  grouped,
  percent,
  plainVerdict,
  rounded,
  times,
  wholePercent,
  withInterval,
  wrap
}
