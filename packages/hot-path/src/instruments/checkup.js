'use strict'

const fs = require('fs')
const path = require('path')
const { page, shown } = require('../checkup/page')
const { adviceOn, findingsOf, titleOf, withPlaces } = require('../checkup/findings')
const { start } = require('../process/subject')
const { remarksOf } = require('../checkup/remarks')
const { toWindow } = require('../checkup/window')
const { MAIN_SHARE, OTHERS, watch, watchAttached } = require('../checkup/watch')
const { rounded, wrap } = require('../util/format')
const { formatPlaces, inColumns, withShortPaths } = require('../source/location-text')
const { sourceMapText } = require('../source/source-maps')
const { readSource, sourceFilesOf } = require('../source/source')
const { isDependency } = require('../util/frame-kind')
const { ofProgram } = require('../measurement/cpu-sampling')
const { findingsWithoutLoad } = require('../checkup/program-findings')
const { FROM_START, watchProgram } = require('../checkup/program')
const { NO_GENERATOR } = require('../checkup/conditions')
const { environmentOf, inTwoTerminals, serverCommand } = require('./equivalent-command')

/** @typedef {import('../types/checkup').Finding} Finding */

const INDENT = ' '.repeat(14)
const WIDTH = 80
const EVIDENCE_SHOWN = 3
const DETECT_THOSE = 'To detect those: npx hot-path checkup <server>.'
const ATTACHED =
  'An attached check-up does not inspect the heap, and does not see requests without a response. It therefore cannot ' +
  `detect growing memory, accumulating listeners or closed connections. ${DETECT_THOSE}`
const ATTACHED_UNDER_LOAD =
  'An attached check-up does not inspect the heap. It therefore cannot detect growing memory or accumulating ' +
  `listeners. ${DETECT_THOSE}`
const WITHOUT_LOAD =
  'No load was applied. Findings that need requests were not checked: long waits, accumulating listeners, costs that ' +
  'rise with each request, and error responses.'
const PLACES_SHOWN = 2
const MUCH_OBSERVED = 0.05
// Smallest share at which a further source location is shown; the page and --json list all of them.
const LEAST_SHOWN_SHARE = 0.1

/** @type {import('./instrument').Instrument} */
module.exports = {
  name: 'checkup',
  title: 'Check-up',
  summary: 'Diagnose what makes a server slow, and name the line',
  command: (subject, workload) =>
    inTwoTerminals(`${environmentOf(subject)}node ${serverCommand(subject)}`, subject, workload, { share: MAIN_SHARE, then: '; watch top meanwhile' }),

  options: ['driver', 'workers', 'expect-workers', 'host', 'attach', 'url', 'no-places'],

  async watch (running, workload, { directory, places, onProgress, onNote }) {
    const startAnother = () => start(running.subject, { directory, processMetrics: true })
    const examination = await watch(running, workload, { places, onProgress, onNote, startAnother })
    return { load: examination.load, ended: examination.ended !== null, found: examination }
  },

  async attach (running, workload, options) {
    const { examination, passed } = await watchAttached(running, workload, options)
    return { passed, found: examination }
  },

  withoutLoad: {
    command: (subject) => `${environmentOf(subject)}node ${serverCommand(subject)}   (watch top meanwhile)`,
    probes: FROM_START,
    async watch (program, { durationSeconds, places }) {
      const { examination, seen } = await watchProgram(program, { durationSeconds })
      return { seen, found: { ...examination, places } }
    }
  },

  async read (directory, subject, { disturbance, sources, found }) {
    const examination = sources.asWritten(found)
    const window = toWindow(examination)
    const { looks, program } = examination
    const judged = program ? findingsWithoutLoad(window, program) : findingsOf(window)
    const wanted = examination.places === false ? undefined : looks
    const sourceFiles = wanted && !isDependency(subject.entry) ? sourceFilesOf(subject.entry) : []
    const findings = withPlaces(judged, window, wanted, { readSource, sourceFiles }).map(function (finding) {
      const places = withShortPaths(sources.ofFiles(finding.places ?? []))
      return { ...finding, places: program && window.requests === 0 ? ofProgram(places) : places }
    })
    const remarks = remarksOf(window, findings)
    const notes = [...remarks, ...sourceMapText(sources.used)]
    fs.writeFileSync(path.join(directory, 'report.html'), page({ subject, examination, window, findings, disturbance, notes }))
    return { findings, window, remarks, look: program ? null : lookOf(examination) }
  },

  format ({ findings, window, remarks, look, pid }) {
    return [
      `The check-up says: ${findings.map(titleOf).join(', then ')}`,
      ...findings.flatMap((/** @type {Finding} */ finding) => formatOne(finding, window)),
      '',
      ...(window.seconds > 0 ? wrap(observedText(window), WIDTH) : []),
      ...(look ? wrap(lookText(look), WIDTH) : []),
      ...remarks.flatMap((/** @type {string} */ remark) => wrap(remark, WIDTH)),
      ...(pid ? wrap(window.driver === OTHERS ? ATTACHED : ATTACHED_UNDER_LOAD, WIDTH) : []),
      ...(window.driver === NO_GENERATOR ? wrap(WITHOUT_LOAD, WIDTH) : [])
    ]
  }
}

/** @param {import('../types/checkup').AnalysisWindow} window */
function observedText ({ observerShare, seconds, isWhole }) {
  const without = isWhole ? '' : ', without the warm-up'
  const slows = observerShare >= MUCH_OBSERVED ? ', which slows the server by about as much' : ''
  return `Analysed ${seconds.toFixed(1)} s${without}. The check-up itself used ${(100 * observerShare).toFixed(1)} % of the main thread's time${slows}.`
}

/**
 * Returns what the profiling pass cost the server.
 *
 * @param {import('../types/checkup').Examination} examination
 * @returns {{ seconds: number, requestsPerSecond: number | null, mainRequestsPerSecond: number | null, failed: string |
 *   null } | null} null without a profiling pass
 */
function lookOf ({ looks, load }) {
  if (!looks) return null
  const { seconds, failed } = looks
  const [requestsPerSecond, mainRequestsPerSecond] = [looks.load, load].map((one) => one?.requestsPerSecond ?? null)
  return { seconds, requestsPerSecond, mainRequestsPerSecond, failed }
}

/** @param {NonNullable<ReturnType<typeof lookOf>>} look */
function lookText ({ seconds, requestsPerSecond, mainRequestsPerSecond, failed }) {
  if (failed) return `Source locations: stopped after ${seconds.toFixed(1)} s. ${failed}`
  const [during, before] = [requestsPerSecond, mainRequestsPerSecond].map((rate) => rounded(rate ?? NaN))
  const from = `Source locations come from a separate profiling pass of ${seconds.toFixed(1)} s.`
  if (!requestsPerSecond && !mainRequestsPerSecond) return from
  return `${from} The server answered ${during} requests per second meanwhile, and ${before} before.`
}

/**
 * @param {Finding} finding
 * @param {import('../types/checkup').AnalysisWindow} window
 */
function formatOne (finding, window) {
  const { name, sentence, evidence, places = [] } = finding
  const { placesTitle, next } = adviceOn(name, window, places)
  return [
    '',
    ...wrap(`${titleOf(finding)}: ${sentence}`, WIDTH),
    ...(placesTitle && places.length > 0 ? [placesTitle] : []),
    ...formatPlaces(places.filter(({ share }, i) => i === 0 || share >= LEAST_SHOWN_SHARE), PLACES_SHOWN),
    ...evidence.slice(0, EVIDENCE_SHOWN).flatMap(formatEvidence),
    ...(evidence.length > EVIDENCE_SHOWN
      ? [`${INDENT}(${evidence.length - EVIDENCE_SHOWN} more on the page)`]
      : []),
    ...inColumns('Next:', next[0])
  ]
}

/** @param {import('../types/checkup').Evidence} evidence */
function formatEvidence ({ what, value, threshold, unit }) {
  const text = threshold === undefined ? `${what}` : `${what} (threshold ${shown(threshold, unit)})`
  return inColumns(shown(value, unit), text)
}
