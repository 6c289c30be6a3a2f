'use strict'

// Runs a comparison, from the measurement to the page.

const fs = require('fs')
const path = require('path')
const { OperationalError } = require('../util/errors')
const { page } = require('./page')
const { isDocument } = require('../report/document')
const { questionIn, questionOf } = require('../verdict/question')
const { inspect } = require('../instruments/run')
const instruments = require('../instruments')
const { overFirst } = require('../verdict/ratios')
const { publishText, withRunDirectory } = require('../util/run-directory')
const { measure } = require('../measurement/session')
const { timeline } = require('../measurement/follow')
const { withoutSecretQuery, withoutSecrets } = require('../load/requests')
const { toWorkload } = require('../load/workload')
const { mismatch, readKept, schemaOf } = require('../config/json-file')
const { toRecord } = require('../report/record')
const { aboutSeconds, plainPlan } = require('./plan')

/** @typedef {import('../types/comparison').Comparison} Comparison */
/** @typedef {import('../types/pipeline').Subject} Subject */
/** @typedef {(stage: string, fraction: number) => void} OnProgress `fraction`: 0 to 1 */

const REPORTS = path.resolve('reports')
const FLAME_SECONDS = 10
const DRAW_SECONDS = 6
const START_SECONDS = 1

/**
 * Measures servers in rounds. Optionally records a timeline of each and profiles each with Clinic Flame.
 *
 * @param {Subject[]} subjects
 * @param {Record<string, any>} values the options
 * @param {object} options
 * @param {string} options.again command that repeats the measurement
 * @param {(measured: Comparison) => Promise<unknown>} options.keep called after the last round
 * @param {OnProgress} options.onProgress
 * @returns {Promise<Comparison>}
 */
async function compared (subjects, values, { again, keep, onProgress }) {
  const session = await measure(subjects, plainPlan(values), {
    reports: REPORTS,
    onProgress: (fraction) => onProgress('measure', fraction)
  })
  const ids = subjects.map(({ id }) => id)
  const about = Object.fromEntries(subjects.map((subject) => [subject.id, aboutOf(subject)]))
  const measured = {
    subjects: ids,
    about,
    question: values.question ?? questionOf(subjects),
    again,
    ...session,
    ratios: overFirst(ids, { ...session, about }),
    timelines: [],
    hotSpots: []
  }
  await keep(measured) // a later stage may fail
  const timelines = values.timeline ? await follow(subjects, values, onProgress) : []
  if (values.flame) await lookForFlames(subjects, values, onProgress)
  return { ...measured, timelines, hotSpots: subjects.flatMap((subject) => hotSpotsOf(subject)) }
}

/**
 * @param {Subject[]} subjects
 * @param {Record<string, any>} values the options
 * @returns {number} approximate duration of all stages, in seconds
 */
function secondsFor (subjects, values) {
  const following = values.timeline ? START_SECONDS + values.timeline : 0
  const looking = values.flame ? DRAW_SECONDS + FLAME_SECONDS : 0
  return aboutSeconds(subjects, plainPlan(values)) + subjects.length * (following + looking)
}

/** @param {Subject} subject */
function aboutOf ({ title, file, path, load }) {
  const { path: shownPath, ...shownLoad } = withoutSecrets({ ...load, path })
  return { title, file, path: shownPath, load: shownLoad }
}

/**
 * @param {Subject[]} subjects
 * @param {Record<string, any>} values
 * @param {OnProgress} onProgress
 */
async function follow (subjects, { connections, timeline: durationSeconds }, onProgress) {
  return withRunDirectory(REPORTS, async function (directory) {
    const timelines = []
    for (const [i, subject] of subjects.entries()) {
      onProgress('follow', i / subjects.length)
      timelines.push(await timeline(subject, { connections, durationSeconds }, directory))
    }
    return timelines
  })
}

/**
 * @param {Subject[]} subjects
 * @param {Record<string, any>} values
 * @param {OnProgress} onProgress
 */
async function lookForFlames (subjects, { connections }, onProgress) {
  const { flame } = instruments
  for (const subject of subjects) {
    const workload = toWorkload(subject, { connections, durationSeconds: FLAME_SECONDS })
    const stage = `${flame.title} on ${subject.id}`
    const shown = (/** @type {string} */ _, /** @type {number} */ fraction) => onProgress(stage, fraction)
    await inspect(flame, subject, workload, { reports: REPORTS, onProgress: shown })
  }
}

/**
 * @param {Pick<Subject, 'id' | 'file' | 'path'>} subject
 * @param {string} [reports] directory
 * @returns {import('../types/comparison').HotSpots[]} empty if Clinic Flame has not profiled this file and path, or its
 *   finding is damaged
 */
function hotSpotsOf (subject, reports) {
  const finding = findingOf('flame', subject, reports)
  if (!finding) return []
  const spots = { subject: subject.id, date: finding.date, hottest: finding.hottest, other: finding.other }
  return mismatch(spots, schemaOf('HotSpots')) === null ? [spots] : []
}

/**
 * @param {string} instrument
 * @param {Pick<Subject, 'id' | 'file' | 'path'>} subject
 * @param {string} [reports] directory
 * @returns {any} the saved finding of an instrument; null if there is none, or if it is for another file or path
 */
function findingOf (instrument, { id, file, path: urlPath }, reports = REPORTS) {
  try {
    const finding = readKept(path.join(reports, id, `${instrument}.json`))
    return finding.file === file && finding.workload.path === withoutSecretQuery(urlPath) ? finding : null
  } catch {
    return null
  }
}

/**
 * Saves a comparison and renders its page.
 *
 * @param {Comparison} comparison
 * @param {string} file path of the saved comparison; the page is written beside it
 * @param {{ drawOnly: boolean }} options `drawOnly`: the file already exists
 * @returns {Promise<string>} absolute path of the page
 */
async function published (comparison, file, { drawOnly }) {
  const { dir, name } = path.parse(path.resolve(file))
  const report = path.join(dir, `${name}.html`)
  if (drawOnly) assertPlace(report, file)
  await withRunDirectory(dir, async function (directory) {
    if (!drawOnly) publishText(directory, file, JSON.stringify(toRecord('compare', comparison)) + '\n')
    publishText(directory, report, page(comparison, linksFrom(dir, comparison)))
  })
  return report
}

/**
 * Checks that the page can be written beside the user's file. It may only replace an earlier hot-path page.
 *
 * @param {string} report
 * @param {string} file
 * @throws {OperationalError} if it cannot
 */
function assertPlace (report, file) {
  if (!fs.statSync(file).isFile() || path.resolve(file).startsWith('/dev/')) {
    throw new OperationalError(`${file} is not a regular file. The page is written beside it, so save it to a file first.`)
  }
  if (report === path.resolve(file)) {
    throw new OperationalError(`the page would overwrite ${file}. Rename the file so that its name ends in .json.`)
  }
  if (fs.existsSync(report) && !isDocument(fs.readFileSync(report, 'utf8'))) {
    const shown = path.relative(process.cwd(), report)
    throw new OperationalError(`${shown} already exists, and was not written by hot-path. Move it away, or ${file}.`)
  }
}

/**
 * @param {string} directory of the page
 * @param {Comparison} comparison
 * @returns {import('./page').Link[]} links to the saved reports of the instruments
 */
function linksFrom (directory, { subjects, about }) {
  return subjects.flatMap((id) =>
    Object.values(instruments)
      .filter(({ name }) => about[id] && findingOf(name, { id, ...about[id] }))
      .map(({ name, title }) => ({
        subject: id,
        title,
        href: path
          .relative(directory, path.join(REPORTS, id, `${name}.html`))
          .split(path.sep)
          .map(encodeURIComponent)
          .join('/')
      }))
  )
}

/**
 * @param {string} file
 * @param {import('../types/comparison').Question} [question] replaces the question of the saved comparison
 * @returns {Comparison} the saved comparison; from records of other commands, the fields that they have
 * @throws {OperationalError} if the file holds no comparison
 */
function readComparison (file, question) {
  const kept = readKept(file)
  try {
    const why = mismatch(kept, schemaOf('CompareRecord', ['samples', 'machine'], { older: true }))
    if (why !== null || kept.samples.length === 0) throw new RangeError(why ?? 'no samples')
    const subjects = kept.subjects ?? [...new Set(kept.samples.map((/** @type {any} */ { subject }) => subject))]
    const comparison = {
      about: {},
      again: '',
      timelines: [],
      hotSpots: [],
      ...kept,
      subjects,
      question: question ?? questionIn(kept),
      ratios: overFirst(subjects, kept)
    }
    const { page } = require('./page')
    page(comparison) // throws if a required field is missing
    return comparison
  } catch (err) {
    throw new OperationalError(
      `${file} is not a saved comparison. npx hot-path compare saves one as reports/compare/index.json.`,
      { cause: err }
    )
  }
}

module.exports = { compared, hotSpotsOf, published, readComparison, secondsFor }
