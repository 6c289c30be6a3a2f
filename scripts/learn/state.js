'use strict'

// What a learner has done so far: one small file, and nothing else of ours, in my-work/.

const fs = require('fs')
const path = require('path')
const { OperationalError } = require('hot-path/base/operational-error')

const VERSION = 1
const FILE = 'state.json'

/**
 * @typedef {object} ChapterState
 * @property {{ text: string, date: string }} [bet]
 * @property {number} [hints] how many were shown
 * @property {{ date: string, saw: string[], measured: string | null }} [passed]
 * @property {boolean} [gaveUp] the answer was shown before
 *
 * @typedef {object} CaseState
 * @property {string[]} [diagnosed] findings that were named, with their places
 * @property {number} [hints] how many were shown
 * @property {string} [cured] date
 * @property {boolean} [gaveUp] the answer was shown before
 *
 * @typedef {object} State
 * @property {number} version
 * @property {number} chapter where the learner is, from 1
 * @property {Record<string, ChapterState>} chapters
 * @property {string | null} [case] the one that the learner is in, instead of a chapter
 * @property {Record<string, CaseState>} [cases] by their ids
 */

/** @returns {State} */
function fresh () {
  return { version: VERSION, chapter: 1, chapters: {} }
}

/**
 * @param {string} folder
 * @returns {State} a fresh one where there is none
 * @throws {OperationalError} where it is damaged, or of another version; it stays as it is
 */
function readState (folder) {
  const file = path.join(folder, FILE)
  if (!fs.existsSync(file)) return fresh()
  let state
  try {
    state = JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch (err) {
    throw unreadable(file, `is damaged (${/** @type {Error} */ (err).message})`, err)
  }
  if (state?.version !== VERSION) throw unreadable(file, `is of version ${state?.version}, and this is version ${VERSION}`)
  if (!Number.isInteger(state.chapter) || typeof state.chapters !== 'object') throw unreadable(file, 'is no state')
  return state
}

/**
 * @param {string} file
 * @param {string} what is wrong
 * @param {unknown} [cause]
 */
function unreadable (file, what, cause) {
  return new OperationalError(
    `${path.relative(process.cwd(), file)} ${what}. It was left as it is, and so was your work. npm run learn reset all begins anew, and keeps the old file beside it.`,
    { cause }
  )
}

/**
 * @param {string} folder
 * @param {State} state
 */
function writeState (folder, state) {
  fs.mkdirSync(folder, { recursive: true })
  const file = path.join(folder, FILE)
  const next = `${file}.${process.pid}`
  fs.writeFileSync(next, JSON.stringify(state, null, 2) + '\n')
  fs.renameSync(next, file) // whole, or not at all
}

/**
 * Begins anew. The old state is kept beside it.
 *
 * @param {string} folder
 * @returns {string | null} where the old one is now
 */
function setAside (folder) {
  const file = path.join(folder, FILE)
  if (!fs.existsSync(file)) return null
  const aside = path.join(folder, `state.${new Date().toISOString().replace(/[:.]/g, '-')}.json`)
  fs.renameSync(file, aside)
  return aside
}

module.exports = { fresh, readState, setAside, writeState }
