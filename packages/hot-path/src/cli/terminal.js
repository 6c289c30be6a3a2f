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
 * Shows on stderr how far a run is: a bar on a terminal, one line per stage elsewhere.
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
 * Keeps a page with its run; where a person reads along, tells where it is, and opens it.
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
 * Opens a page in the browser, where a person sits in front of one.
 *
 * @param {string} file
 */
async function openPage (file) {
  if (!process.stdout.isTTY || process.env.CI) return
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return
  const { default: open } = await import('open')
  const browser = await open(file)
  browser.on('error', () => {}) // the page is there, and its path is printed; a missing browser is no error
  browser.unref()
}

/**
 * Whether a server answered nobody. Then nothing can be told about it, and a command ends with status 3.
 *
 * @param {({ requests: number } | null)[]} loads that it was put under; null where it had ended before
 */
function isUnresponsive (loads) {
  return loads.every((load) => load?.requests === 0)
}

// Who waits for longer wants to know beforehand.
const LONG_SECONDS = 30

/**
 * Says on stderr how long something takes, where that is long.
 *
 * @param {number} seconds
 */
function sayHowLong (seconds) {
  if (seconds <= LONG_SECONDS) return
  const minutes = Math.round(seconds / 60)
  console.error(`... it takes about ${seconds < 100 ? `${10 * Math.round(seconds / 10)} seconds` : counted(minutes, 'minute')}`)
}

/**
 * Measures a session. Shows on stderr how far it is and, where it has no budget, about how long it takes.
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
