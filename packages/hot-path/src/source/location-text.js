'use strict'

const { percent, wrap } = require('../util/format')
const { excerpt, shorten } = require('./source')

/** @typedef {import('../types/pipeline').Place} Place */

const WIDTH = 80
const COLUMN = 12
const GAP = 2
const MOST = 3

/**
 * @param {Place[]} places
 * @returns {Place[]} the same, with files relative to the working directory if they are inside it
 */
function withShortPaths (places) {
  return places.map((place) => ({ ...place, file: shorten(place.file) }))
}

/**
 * @param {Place[]} places by weight
 * @param {number} [most] maximum number shown
 * @returns {string[]} lines for a terminal: each source location with its line and the lines around it
 */
function formatPlaces (places, most = MOST) {
  return places.slice(0, most).flatMap(formatPlace)
}

/** @param {Place} place */
function formatPlace (place) {
  const { file, line, function: name, why } = place
  return [
    ...inColumns('at', `${file}:${line} ${name}`),
    ...excerpt(place).map(({ line, text, isIt }) =>
      cut(`${`${isIt ? '> ' : ''}${line}`.padStart(COLUMN)}${' '.repeat(GAP)}${text}`)
    ),
    ...inColumns('', [shareText(place), why].filter(Boolean).join(': '))
  ]
}

/**
 * @param {string} line
 * @returns {string} no wider than the terminal
 */
function cut (line) {
  return line.length > WIDTH ? `${line.slice(0, WIDTH - 1)}…` : line.trimEnd()
}

/**
 * @param {{ share: number, of: string }} place
 * @returns {string} `87 % of main-thread busy time`
 */
function shareText ({ share, of }) {
  return `${percent(Math.round(100 * share) / 100)} of ${of}`
}

/**
 * @param {string} head of the first line, right-aligned
 * @param {string} text
 * @returns {string[]} lines for a terminal, with the text in a second column
 */
function inColumns (head, text) {
  return wrap(text, WIDTH - COLUMN - GAP).map(
    (line, i) => `${(i === 0 ? head : '').padStart(COLUMN)}${' '.repeat(GAP)}${line}`
  )
}

module.exports = { formatPlaces, inColumns, shareText, withShortPaths }
