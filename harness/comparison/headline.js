'use strict'

const { rounded } = require('../report/numbers')

/** @typedef {import('./records').Ratio} Ratio */

/**
 * What a comparison found, in one sentence.
 *
 * @param {string[]} subjects ids; the first is where one stands
 * @param {Ratio[]} ratios of the others over it
 * @returns {string}
 */
function headline ([first], ratios) {
  if (ratios.length === 0) return `${first} was measured alone: there is nothing to compare it with.`
  const by = (/** @type {string} */ verdict) => ratios.filter((ratio) => ratio.verdict === verdict)
  const [best] = by('holds').sort((a, b) => Number(b.ratio) - Number(a.ratio))
  if (best) return `${best.subject} answers ${times(best)} requests per second as ${first}${within(best)}.`
  const [open] = by('inconclusive').sort((a, b) => Number(b.ratio) - Number(a.ratio))
  if (open && !isBounded(open)) {
    return `Measured in too few rounds for a verdict: ${open.subject} answered ${times(open)} requests per second as ${first}.`
  }
  if (open) return `Whether ${open.subject} is faster than ${first} cannot be told: ${rounded(open.ratio)} times its requests per second${within(open)}.`
  const [unsound] = by('invalid')
  if (unsound) return `How many requests per second ${unsound.subject} can answer was not measured: see the doubts.${cpu(unsound)}`
  const [worst] = by('fails').sort((a, b) => Number(a.ratio) - Number(b.ratio))
  return `${first} is the fastest: ${worst.subject} answers ${times(worst)} requests per second${within(worst)}.`
}

/** @param {Ratio} ratio */
function times ({ ratio }) {
  return `${rounded(ratio)} times as many`
}

/** @param {Pick<Ratio, 'interval'>} ratio */
function within ({ interval }) {
  return ` (95 % interval ${interval?.map(rounded).join(' to ')})`
}

/**
 * @param {Pick<Ratio, 'interval'>} ratio
 * @returns {boolean} whether there were enough rounds for an interval
 */
function isBounded ({ interval }) {
  return interval !== null && interval.every(Number.isFinite)
}

/** @param {Ratio} ratio */
function cpu ({ over, cpu }) {
  return isBounded(cpu) ? ` For a request it takes ${rounded(cpu.ratio)} times the CPU of ${over}${within(cpu)}.` : ''
}

module.exports = { headline }
