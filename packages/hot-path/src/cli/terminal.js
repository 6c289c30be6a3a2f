'use strict'

const { SingleBar } = require('cli-progress')
const path = require('path')
const { aboutSeconds } = require('../comparison/plan')
const { measure } = require('../measurement/session')
const { counted } = require('../util/format')
const { keepRun } = require('../util/kept-run')

/** @type {Record<string, string>} */
const STAGES = {
  start: 'starting the server',
  load: 'under load',
  run: 'running by itself',
  draw: 'drawing the report',
  check: 'checking the contract',
  measure: 'measuring',
  follow: 'following each through one load'
}

/**
 * Shows the progress of a run: a bar on a terminal, one line per stage elsewhere.
 *
 * @param {NodeJS.WriteStream} stream
 * @returns {{ update: (stage: string, fraction: number) => void, end: () => void }}
 */
function progress (stream) {
  return stream.isTTY ? bar(stream) : lines(stream)
}

/** @param {NodeJS.WriteStream} stream */
function bar (stream) {
  const bar = new SingleBar({
    stream,
    format: '{bar} {percentage} % {stage}',
    barsize: 30,
    barCompleteChar: '#',
    barIncompleteChar: '.',
    clearOnComplete: true,
    hideCursor: false,
    gracefulExit: false
  })
  bar.start(1, 0, { stage: STAGES.start })
  return {
    /** @type {(stage: string, fraction: number) => void} */
    update: (stage, fraction) => bar.update(stage === 'draw' ? 1 : fraction, { stage: STAGES[stage] ?? stage }),
    end: () => bar.stop()
  }
}

/** @param {NodeJS.WriteStream} stream */
function lines (stream) {
  let last = ''
  return {
    /** @type {(stage: string, fraction: number) => void} */
    update (stage) {
      if (stage !== last) stream.write(`... ${STAGES[stage] ?? stage}\n`)
      last = stage
    },
    end () {}
  }
}

/**
 * Archives a page with its run. Without `--json`, prints its path and opens it.
 *
 * @param {string} page absolute path
 * @param {Record<string, any>} values the options
 */
async function showPage (page, { json, 'no-open': isClosed }) {
  const kept = keepRun(page, { reports: path.resolve('reports') })
  if (json) return
  console.log(`Page: ${path.relative(process.cwd(), kept)}`)
  if (!isClosed) await openPage(kept)
}

/**
 * Opens a page in the browser, unless the session is not interactive.
 *
 * @param {string} file
 */
async function openPage (file) {
  if (!process.stdout.isTTY || process.env.CI) return
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return
  const { default: open } = await import('open')
  const browser = await open(file)
  browser.on('error', () => {}) // ignore a missing browser: the path was printed
  browser.unref()
}

/**
 * Returns whether a server answered no requests. The result is then inconclusive: exit status 3.
 *
 * @param {({ requests: number } | null)[]} loads results; null if the server had ended
 */
function isUnresponsive (loads) {
  return loads.every((load) => load?.requests === 0)
}

// Announce longer runs in advance.
const LONG_SECONDS = 30

/**
 * Prints the expected duration on stderr if it is long.
 *
 * @param {number} seconds
 */
function sayHowLong (seconds) {
  if (seconds <= LONG_SECONDS) return
  const minutes = Math.round(seconds / 60)
  console.error(`... it takes about ${seconds < 100 ? `${10 * Math.round(seconds / 10)} seconds` : counted(minutes, 'minute')}`)
}

/**
 * Measures a session. Shows progress on stderr and, without a budget, the expected duration.
 *
 * @param {import('../types/pipeline').Subject[]} subjects
 * @param {import('../types/pipeline').Plan} plan
 */
async function measureShown (subjects, plan) {
  if (plan.budgetSeconds === undefined) sayHowLong(aboutSeconds(subjects, plan))
  const shown = progress(process.stderr)
  return measure(subjects, plan, {
    reports: path.resolve('reports'),
    onProgress: (fraction) => shown.update('measure', fraction)
  }).finally(shown.end)
}

module.exports = { isUnresponsive, measureShown, progress, sayHowLong, showPage }
