'use strict'

// Formats the result of a gate for terminals and as Markdown, with the same sentences.

const { capitalised, change, changeBetween, counted, difference, rounded, wrap } = require('../util/format')
const { code, escaped, table } = require('../report/markdown')
const { MARGIN } = require('../verdict/thresholds')
const { withCallsText } = require('../source/profile-diff')
const { short } = require('./history')
const { LABELS, allocationSentence, countLines, isByAllocation, sorted, verdictText } = require('./metrics')

/** @typedef {import('../verdict/gate-verdict').GateResult} GateResult */
/** @typedef {import('../types/comparison').Grown} Grown */
/** @typedef {import('./gated').Gated} Gated */
/** @typedef {Pick<import('./regressed-functions').Looked, 'functions' | 'changes'>} FoundChanges */
/** @typedef {{ margin: number, alarm: number, budget: number }} Thresholds */

const COLUMNS = 80
const WIDTH = 16
// From here on, a factor is clearer than a percentage.
const MANY_TIMES = 3

const WORST_FIRST = /** @type {const} */ (['fails', 'invalid', 'inconclusive', 'holds'])

/**
 * @param {Pick<Gated, 'result'>[]} gated
 * @returns {import('../types/verdict').Verdict} the worst verdict
 */
function overall (gated) {
  return WORST_FIRST.find((verdict) => gated.some(({ result }) => result.verdict === verdict)) ?? 'holds'
}

/**
 * @param {Pick<Gated, 'name' | 'result'>[]} gated
 * @returns {string} a summary: `fails on 1 of 3: POST /orders. Holds on /, /items.`
 */
function summary (gated) {
  const parts = WORST_FIRST.flatMap(function (verdict) {
    const names = gated.filter(({ result }) => result.verdict === verdict).map(({ name }) => name)
    if (names.length === 0) return []
    return `${verdict} on ${names.length === gated.length ? `all ${names.length}` : `${names.length} of ${gated.length}`}: ${names.join(', ')}.`
  })
  return parts.map((part, i) => (i === 0 ? part : capitalised(part))).join(' ')
}

/**
 * @param {Gated[]} gated
 * @param {Thresholds} thresholds
 * @returns {string} text for a terminal
 */
function allToTerminal (gated, thresholds) {
  const parts = gated.map(({ name, result, contractChange, grown, history }) =>
    [
      ...(gated.length > 1 ? [name, '='.repeat(Math.min(80, name.length)), ''] : []),
      ...(contractChange ? [`Allowed difference: ${contractChange}`, ''] : []),
      toTerminal(result, thresholds, grown),
      ...(history?.length ? ['', ...wrap(historyText(history), COLUMNS)] : [])
    ].join('\n')
  )
  return gated.length > 1 ? [...parts, `Gate: ${summary(gated)}`].join('\n\n') : parts[0]
}

/**
 * @param {Gated[]} gated
 * @param {Thresholds} thresholds
 * @returns {string} Markdown, with the verdict in the first line
 */
function allToMarkdown (gated, thresholds) {
  const parts = gated.map(({ name, result, about, contractChange, grown, history }) => {
    const heading = gated.length > 1 ? { heading: `#### ${escaped(name)}` } : {}
    const text = toMarkdown({ result, thresholds, about, contractChange, found: grown, ...heading })
    return history?.length ? `${text}\n${historyText(history)}\n` : text
  })
  return gated.length > 1 ? [`### Gate: ${escaped(summary(gated))}\n`, ...parts].join('\n') : parts[0]
}

/**
 * @param {import('./gated').CumulativeCost[]} history not empty
 * @returns {string} a sentence
 */
function historyText (history) {
  const { since, ratio, interval } = history[history.length - 1]
  const [low, high] = interval.map((bound) => bound.toFixed(2))
  return `History: ${ratio.toFixed(2)} times [${low} .. ${high}] the CPU per request of ${short(since)}, after ${counted(history.length, 'gate')}.`
}

/**
 * @param {GateResult} result
 * @param {Thresholds} thresholds
 * @param {FoundChanges | null} [found]
 * @returns {string} text for a terminal
 */
function toTerminal (result, thresholds, found = null) {
  const grown = found?.functions ?? []
  const { verdict, reason, witnesses, doubts } = result
  const { around, others } = sorted(doubts)
  const lines = [
    ...around.flatMap(({ sentence, remedy }) => [...wrap(`${sentence} ${remedy}`, COLUMNS), '']),
    ...wrap(`Gate: ${verdict}. ${meaning(result, thresholds)}`, COLUMNS),
    ''
  ]
  if (reason && verdict !== 'invalid') lines.push(...indented(`${capitalised(reason)}.`))
  for (const [metric, { ratio, interval, reason }] of Object.entries(witnesses)) {
    const between = interval && changeBetween(interval)
    const text = ratio === null || !interval
      ? `${reason}`
      : [change(ratio), between && `[${between}]`, verdictText(result, metric)].filter(Boolean).join('  ')
    const [first, ...more] = wrap(text, COLUMNS - WIDTH - 4)
    lines.push(`  ${LABELS[metric].padEnd(WIDTH)}  ${first}`, ...more.map((line) => `${' '.repeat(WIDTH + 4)}${line}`))
  }
  const counts = countLines(result)
  if (counts.length > 0) lines.push('', 'Counts per request:', ...counts.flatMap(indented))
  const measured = measuredText(result, thresholds)
  if (measured) lines.push('', ...wrap(measured, COLUMNS))
  for (const sentence of outlierSentences(result)) lines.push('', ...wrap(sentence, COLUMNS))
  if (grown.length > 0) lines.push('', 'Regressed functions, CPU time per request:', ...grown.flatMap((one) => indented(grownText(one))))
  if (found && found.changes.length > 0) lines.push('', ...wrap(changesText(found), COLUMNS))
  for (const { sentence, remedy } of others) lines.push('', ...wrap(`Warning: ${sentence} ${remedy}`, COLUMNS))
  return lines.join('\n')
}

/** @param {string} text */
function indented (text) {
  return wrap(text, COLUMNS - 4).map((line, i) => `  ${i === 0 ? '' : '  '}${line}`)
}

/**
 * @param {object} gate
 * @param {GateResult} gate.result
 * @param {Thresholds} gate.thresholds
 * @param {{ baseline: string, candidate: string, requests: string }} gate.about
 * @param {string | null} gate.contractChange
 * @param {FoundChanges | null} gate.found
 * @param {string} [gate.heading] start of the first line
 * @returns {string} Markdown, with the verdict in the first line
 */
function toMarkdown ({ result, thresholds, about, contractChange, found, heading = '### Gate' }) {
  const grown = found?.functions ?? []
  const { verdict, reason, witnesses, doubts } = result
  const { around, others } = sorted(doubts)
  const rows = Object.entries(witnesses).map(([metric, { ratio, interval, reason }]) =>
    ratio === null || !interval
      ? [LABELS[metric], '', reason, '']
      : [LABELS[metric], change(ratio), changeBetween(interval), verdictText(result, metric)]
  )
  const counts = countLines(result)
  return [
    `${heading}: ${verdict}. ${escaped(meaning(result, thresholds))}`,
    ...around.map(({ sentence, remedy }) => `> ${escaped(`${sentence} ${remedy}`)}`),
    ...(contractChange ? [`> Allowed difference: ${escaped(contractChange)}`] : []),
    ...(reason && verdict !== 'invalid' ? [`${escaped(capitalised(reason))}.`] : []),
    table(['metric', 'change', 'interval', 'verdict'], rows),
    ...(counts.length > 0 ? [`Counts per request: ${escaped(counts.join('; '))}.`] : []),
    ...(grown.length > 0 ? ['**Regressed functions**, CPU time per request:', grownTable(grown)] : []),
    ...(found && found.changes.length > 0 ? [escaped(changesText(found))] : []),
    [
      `Baseline ${code(about.baseline)}, candidate ${code(about.candidate)}, requests ${code(about.requests)}.`,
      measuredText(result, thresholds)
    ]
      .filter(Boolean)
      .join(' '),
    ...outlierSentences(result).map(escaped),
    ...others.map(({ sentence, remedy }) => `Warning: ${escaped(`${sentence} ${remedy}`)}`)
  ].join('\n\n') + '\n'
}

const UNCHANGED = 'unchanged'
const MOST_CHANGES = 5

/**
 * @param {FoundChanges} found
 * @returns {string} a sentence on changes that are in none of the functions
 */
function changesText ({ functions, changes }) {
  const more = changes.length - MOST_CHANGES
  const listed = [...changes.slice(0, MOST_CHANGES), ...(more > 0 ? [`${more} more`] : [])].join(', ')
  return `${functions.length > 0 ? 'None of these functions has changed. ' : ''}What differs between the versions: ${listed}.`
}

/** @param {Grown[]} grown */
function grownTable (grown) {
  return table(
    ['function', 'baseline', 'candidate', 'called from'],
    grown.map(({ name, file, line, beforeUs, afterUs, calledFrom, change, ...one }) => [
      `${code(`${name} ${file}:${line}`)} (${escaped(change ?? UNCHANGED)})${withCallsText(one)}`,
      beforeUs === null ? 'little' : `${rounded(beforeUs)} µs`,
      `${rounded(afterUs)} µs`,
      calledFrom ? code(calledFrom) : ''
    ])
  )
}

/** @param {Grown} one */
function grownText ({ name, file, line, beforeUs, afterUs, calledFrom, change, ...one }) {
  const before = beforeUs === null ? 'little' : `${rounded(beforeUs)} µs`
  const from = calledFrom ? `, called from ${calledFrom}` : ''
  return `${name} ${file}:${line} (${change ?? UNCHANGED})${withCallsText(one)}: ${before} in the baseline, ${rounded(afterUs)} µs in the candidate${from}`
}

/**
 * @param {GateResult} result
 * @param {Thresholds} thresholds
 * @returns {string} a sentence
 */
function meaning (result, thresholds) {
  return [MEANINGS[result.verdict](result, thresholds), allocationSentence(result)].filter(Boolean).join(' ')
}

/** @type {Record<string, (result: GateResult, thresholds: Thresholds) => string>} */
const MEANINGS = {
  holds: (result, { margin, alarm }) =>
    isFaster(result)
      ? `The candidate is faster: ${size(result)}.`
      : `No slowdown of more than ${percent(margin)} was found, and one of ${percent(alarm)} is ruled out: ${size(result)}.`,
  fails: (result, { margin }) =>
    `The candidate ${isByAllocation(result) ? 'allocates more' : 'is slower'}: ${size(result)} (tolerated: ${percent(margin)}).`,
  inconclusive (result, { budget }) {
    if (isByAllocation(result)) return 'The candidate is as fast. Its allocations are too noisy for a verdict.'
    return result.ratio === null || result.smallest === null
      ? 'Too few measurements for a verdict.'
      : `Too noisy to tell: the candidate seems ${looked(result.ratio)}. Measure longer, with --budget=${2 * budget}s, or on an idle machine.`
  },
  invalid: ({ reason }) => `The measurement is not valid: ${reason}.`
}

/** @param {GateResult} result */
function isFaster ({ interval }) {
  return interval !== null && interval[1] < 1
}

/** @param {GateResult} result */
function size ({ interval, decidedBy }) {
  const what = LABELS[decidedBy]
  const [low = 0, high = Infinity] = interval ?? []
  if (low >= MANY_TIMES) return `${Number.isFinite(high) ? `${rounded(low)} to ${rounded(high)}` : `at least ${rounded(low)}`} times the ${what}`
  return difference(interval ?? [0, Infinity], `more ${what}`, `less ${what}`)
}

/** @param {number} ratio */
function looked (ratio) {
  if (ratio >= 2) return `${+ratio.toPrecision(3)} times slower`
  return ratio < 1 ? `${percent(1 - ratio)} faster` : `${percent(ratio - 1)} slower`
}

/**
 * @param {GateResult} result
 * @param {Thresholds} thresholds
 * @returns {string} the number of rounds and, where it is relevant, the minimum detectable slowdown
 */
function measuredText ({ rounds, verdict, smallest }, { alarm }) {
  if (rounds === 0) return ''
  const isTold = smallest === null || verdict === 'fails' || (verdict === 'holds' && smallest > 1 + alarm)
  const power = isTold ? '' : ` Minimum detectable slowdown: ${percent(smallest - 1)} (80 % power).`
  return `${counted(rounds, 'round')}; simultaneous 95 % intervals.${power}`
}

/**
 * @param {GateResult} result
 * @param {Thresholds} thresholds
 * @param {string | null} contractChange
 * @returns {string[]} sentences on how it was measured
 */
function notesOf (result, thresholds, contractChange) {
  return [
    ...(contractChange ? [`Allowed difference: ${contractChange}`] : []),
    ...(result.reason ? [`${capitalised(result.reason)}.`] : []),
    measuredText(result, thresholds),
    ...outlierSentences(result)
  ].filter(Boolean)
}

/**
 * @param {GateResult} result
 * @returns {string[]}
 */
function outlierSentences ({ witnesses }) {
  return Object.entries(witnesses).flatMap(([metric, { outliers }]) =>
    outliers
      .filter(({ times }) => Math.abs(times - 1) > MARGIN) // counts hardly vary, so any difference counts as an outlier
      .map(
        ({ round, times }) =>
        `${capitalised(LABELS[metric])}: round ${round} is an outlier, ${+times.toPrecision(2)} times the others. It hardly affects the result.`
      )
  )
}

/** @param {number} share */
function percent (share) {
  return `${+(100 * share).toFixed(1)} %`
}

module.exports = { allToMarkdown, changesText, allToTerminal, meaning, notesOf, overall, toMarkdown, toTerminal }
