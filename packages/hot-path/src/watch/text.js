'use strict'

// What the watch command shows: one screen on a terminal, lines elsewhere. Pure.

const { counted, rounded, wrap } = require('../util/format')
const { shareText } = require('../source/location-text')
const { estimate, spreadOf, wordOf } = require('./estimate')

/** @typedef {import('./save').Save} Save */
/** @typedef {import('./estimate').Estimate} Estimate */

/**
 * @typedef {object} Shown a save with what its rounds say
 * @property {Save} save
 * @property {string} word `faster`, `slower`, `no difference detected`, `fails`, `responds differently`, `measuring`
 * @property {Estimate | null} ratio to the baseline: of the requests per second
 * @property {(Estimate & { number: number }) | null} change ratio to the previous save that was measured
 * @property {import('../types/pipeline').Place | null} placeBefore that of the previous save that was measured
 */

/** @type {Partial<Record<Save['state'], string>>} */
const WORDS = { fails: 'fails', differs: 'responds differently' }
const LEAST_TEXT = 4

/**
 * @param {Save[]} saves
 * @returns {Shown[]}
 */
function shownOf (saves) {
  const logs = saves.map(({ rounds }) => rounds.map(({ perSecond: [save, baseline] }) => Math.log(save / baseline)))
  // Saves of the same text share their rounds.
  const spread = spreadOf(logs.filter((_, i) => saves.findIndex(({ rounds }) => rounds === saves[i].rounds) === i))
  return saves.map(function (save, i) {
    const isMeasured = logs[i].length > 0 && !['fails', 'differs'].includes(save.state)
    if (!isMeasured) {
      const word = WORDS[save.state] ?? (i < saves.length - 1 ? 'replaced by the next save' : 'measuring')
      return { save, word, ratio: null, change: null, placeBefore: null }
    }
    const ratio = estimate(logs[i], spread)
    const before = saves.findLastIndex((other, j) => j < i && logs[j].length > 0 && other.baseline === save.baseline)
    const isOther = before >= 0 && saves[before].rounds !== save.rounds
    return {
      save,
      word: wordOf(ratio),
      ratio,
      change: isOther ? { ...estimate(logs[i], spread, logs[before]), number: saves[before].number } : null,
      placeBefore: isOther ? (saves[before].place ?? null) : null
    }
  })
}

/**
 * @param {Shown} shown
 * @returns {string[]} sentences on a save
 */
function sentencesOf (shown) {
  return [...verdictOf(shown), ...slowestOf(shown)]
}

/**
 * @param {Shown} shown
 * @returns {string[]} sentences: how fast the save is, or why that is not known
 */
function verdictOf ({ save, word, ratio, change }) {
  const { number, state, says, rounds, baseline } = save
  if (!ratio) return [`Save ${number} ${['starting', 'measuring'].includes(state) ? 'is starting.' : `${word}: ${says}`}`]
  const [now, then] = [0, 1].map((i) => rounds.reduce((sum, { perSecond }) => sum + perSecond[i], 0) / rounds.length)
  const verdict = word === 'no difference detected' ? 'no difference from the baseline detected' : `${word} than the baseline`
  return [
    `Save ${number}: ${verdict}, ${ratioText(ratio)} its throughput (${counted(rounds.length, 'round')}).`,
    `Requests per second: ${rounded(now)}. Baseline (${baseline}): ${rounded(then)}. Both respond alike.`,
    ...(change ? [`Relative to save ${change.number}: ${ratioText(change)}, ${wordOf(change)}.`] : [])
  ]
}

/**
 * @param {Shown} shown
 * @returns {string[]} at most one sentence: the line that takes most time, and that of the previous save
 */
function slowestOf ({ save: { place }, change, placeBefore }) {
  if (place === undefined) return []
  if (place === null) return ['Most time: no line stands out.']
  const before = placeBefore && change ? ` Save ${change.number}: ${placeText(placeBefore)}.` : ''
  return [`Most time: ${placeText(place)}.${before}`]
}

/** @param {import('../types/pipeline').Place} place */
function placeText (place) {
  return `${place.file}:${place.line} ${place.function}, ${shareText(place)}`
}

/** @param {Estimate} estimate */
function ratioText ({ ratio, low, high }) {
  return `${ratio.toFixed(2)} times [${low.toFixed(2)} .. ${high.toFixed(2)}]`
}

/**
 * @param {Shown[]} all
 * @param {object} about
 * @param {string} [about.head] line above all others
 * @param {string} about.file
 * @param {string} about.load
 * @param {string} about.baseline
 * @param {Record<string, { does: string }>} about.keys
 * @param {number} about.columns
 * @param {number} about.rows
 * @param {string} [about.note] shown instead of the keys
 * @returns {string[]} the lines of the screen, none wider than it, and no more than its rows
 */
function screen (all, { head: above = '', file, load, baseline, keys, columns, rows, note }) {
  const last = all[all.length - 1]
  const head = [above, `hot-path watch: ${file}, ${load}`, `Baseline: ${baseline}. Intervals: 99 %.`].flatMap((line) => wrap(line, columns))
  const help = Object.entries(keys).map(([key, { does }]) => `${key} ${does}`)
  const foot = note === undefined ? inLines(help, columns) : wrap(note, columns)
  const text = last ? sentencesOf(last).flatMap((sentence) => sentence.split('\n').flatMap((line) => wrap(line, columns))) : ['Starting.']
  const free = rows - head.length - foot.length - 4 // blank lines, and the line of the cursor
  const kept = text.slice(0, Math.max(LEAST_TEXT, free - 1))
  const list = all.slice(Math.max(0, all.length - Math.max(0, free - kept.length))).map((one) => rowOf(one, columns))
  return [...head, '', ...list, '', ...kept, '', ...foot].map((line) => line.slice(0, columns)).slice(0, rows - 1)
}

/**
 * @param {string[]} items
 * @param {number} columns
 * @returns {string[]} lines with as many items as fit
 */
function inLines (items, columns) {
  return items.reduce(function (/** @type {string[]} */ lines, item) {
    const longer = [...lines.slice(-1), item].join('   ')
    return longer.length <= columns ? [...lines.slice(0, -1), longer] : [...lines, item]
  }, [])
}

/**
 * @param {Shown} shown
 * @param {number} columns
 * @returns {string} a line of the list of saves
 */
function rowOf ({ save, word, ratio }, columns) {
  const { number, like } = save
  const numbers = `${String(number).padStart(3)}  ${timeOf(save)}  `
  const result = `  ${ratio ? `${ratioText(ratio)}  ` : ''}${word}`
  const what = like === null ? filesText(save) : `as save ${like}`
  const room = Math.max(0, columns - numbers.length - result.length)
  return `${numbers}${(what.length > room ? `${what.slice(0, Math.max(0, room - 1))}…` : what).padEnd(room)}${result}`
}

/** @param {Save} save */
function filesText ({ number, changed }) {
  if (changed.length === 0) return number === 1 ? 'at the start' : 'new baseline'
  return changed.length > 1 ? `${changed[0]} and ${counted(changed.length - 1, 'other file')}` : changed[0]
}

/** @param {Save} save */
function timeOf ({ date }) {
  return new Date(date).toTimeString().slice(0, 8)
}

module.exports = { filesText, screen, sentencesOf, shownOf, slowestOf, timeOf, verdictOf }
