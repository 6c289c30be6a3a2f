'use strict'

// The learner's progress, in one small file: my-work/state.json.

const fs = require('fs')
const path = require('path')
const { OperationalError } = require('hot-path')
const { mismatch, readKept } = require('hot-path/testing')

const VERSION = 1
const FILE = 'state.json'

/**
 * @typedef {object} ChapterState
 * @property {{ text: string, date: string }} [bet]
 * @property {number} [hints] number of hints shown
 * @property {{ date: string, saw: string[], measured: string | null }} [passed]
 * @property {boolean} [gaveUp] whether the answer was shown before the check passed
 *
 * @typedef {object} CaseState
 * @property {string[]} [diagnosed] findings diagnosed so far
 * @property {number} [hints] number of hints shown
 * @property {string} [cured] date of the cure, ISO 8601
 * @property {string} [agreed] date on which the learner agreed to run a case of others, ISO 8601
 * @property {boolean} [gaveUp] whether the answer was shown before the check passed
 *
 * @typedef {object} State
 * @property {number} version
 * @property {number} chapter the current chapter, from 1
 * @property {Record<string, ChapterState>} chapters
 * @property {string | null} [case] id of the current case, instead of a chapter
 * @property {Record<string, CaseState>} [cases] by case id
 */

const text = { type: 'string' }
const hints = { type: 'integer', minimum: 0, maximum: 4 }
const gaveUp = { type: 'boolean' }
const SHAPE = {
  type: 'object',
  required: ['version', 'chapter', 'chapters'],
  properties: {
    version: { const: VERSION },
    chapter: { type: 'integer', minimum: 1, maximum: 1000 },
    chapters: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        properties: {
          bet: { type: 'object', required: ['text', 'date'], properties: { text, date: text } },
          hints,
          passed: {
            type: 'object',
            required: ['date', 'saw', 'measured'],
            properties: { date: text, saw: { type: 'array', items: text }, measured: { type: ['string', 'null'] } }
          },
          gaveUp
        }
      }
    },
    case: { type: ['string', 'null'] },
    cases: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        properties: { diagnosed: { type: 'array', items: text }, hints, cured: text, gaveUp, agreed: text }
      }
    }
  }
}

/** @returns {State} */
function fresh () {
  return { version: VERSION, chapter: 1, chapters: {} }
}

/**
 * @param {string} folder
 * @returns {State} a fresh one if there is no file
 * @throws {OperationalError} if the file is damaged, or of another version; it is not changed
 */
function readState (folder) {
  const file = path.join(folder, FILE)
  if (!fs.existsSync(file)) return fresh()
  let state
  try {
    state = readKept(file)
  } catch (err) {
    throw unreadable(file, 'is damaged', err)
  }
  if (Number.isInteger(state?.version) && state.version !== VERSION) {
    throw unreadable(file, `has version ${state.version}, but version ${VERSION} is needed`)
  }
  const why = mismatch(state, SHAPE)
  if (why !== null) throw unreadable(file, `is not a valid state file (${why})`)
  return state
}

/**
 * @param {string} file
 * @param {string} what the problem, such as `is damaged`
 * @param {unknown} [cause]
 */
function unreadable (file, what, cause) {
  return new OperationalError(
    `${path.relative(process.cwd(), file)} ${what}. The file and your work were not changed. To restart, and keep the old file: npm run learn reset all`,
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
  fs.renameSync(next, file) // atomic, unlike a write
}

/**
 * Renames the state file, so that the learner begins anew.
 *
 * @param {string} folder
 * @returns {string | null} new path of the old state; null if there was none
 */
function setAside (folder) {
  const file = path.join(folder, FILE)
  if (!fs.existsSync(file)) return null
  const aside = path.join(folder, `state.${new Date().toISOString().replace(/[:.]/g, '-')}.json`)
  fs.renameSync(file, aside)
  return aside
}

module.exports = { fresh, readState, setAside, writeState }
