'use strict'

const { SingleBar } = require('cli-progress')
const path = require('path')
const readline = require('readline')
const { aboutSeconds } = require('../comparison/plan')
const { measure } = require('../measurement/session')
const { counted, fitted } = require('../util/format')
const { keepRun } = require('../util/kept-run')

/** @type {Record<string, string>} */
const STAGES = {
  start: 'starting the server',
  load: 'under load',
  run: 'running without load',
  draw: 'drawing the report',
  check: 'comparing the responses',
  measure: 'measuring',
  follow: 'recording each server over time'
}

/**
 * Shows the progress of a run: a bar on a terminal, one line per stage elsewhere.
 *
 * @param {NodeJS.WriteStream} stream
 * @returns {{ update: (stage: string, fraction: number) => void, note: (text: string) => void, end: () => void }}
 *   `note`: prints a sentence above it
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
  /** @type {[number, { stage: string }]} */
  let shown = [0, { stage: STAGES.start }]
  bar.start(1, ...shown)
  return {
    /** @type {(stage: string, fraction: number) => void} */
    update (stage, fraction) {
      shown = [stage === 'draw' ? 1 : fraction, { stage: STAGES[stage] ?? stage }]
      bar.update(...shown)
    },
    /** @param {string} text */
    note (text) {
      bar.stop()
      stream.write(`${fitted(text, stream)}\n`)
      bar.start(1, ...shown)
    },
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
    /** @param {string} text */
    note: (text) => stream.write(`${text}\n`),
    end () {}
  }
}

/**
 * Archives a page with its run. Without `--json`, prints its path and the verdict, and opens it.
 *
 * @param {string} page absolute path
 * @param {Record<string, any>} values the options
 * @param {string[]} [verdict] lines to repeat at the end, because the first lines of a long output scroll away
 */
async function showPage (page, { json, 'no-open': isClosed }, verdict = []) {
  const kept = keepRun(page, { reports: path.resolve('reports') })
  if (json) return
  console.log([fitted(`Page: ${path.relative(process.cwd(), kept)}`, process.stdout), ...verdict].join('\n'))
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
 * Prints a sentence about the run on stderr, wrapped on a terminal.
 *
 * @param {string} text
 */
function tell (text) {
  console.error(fitted(text, process.stderr))
}

const WORDS = /(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+/g

/**
 * Breaks long command lines for a terminal, so that they can still be copied: with a backslash at the end of a line.
 *
 * @param {string} text indented command lines, with an optional note in parentheses after three blanks
 * @param {{ isTTY?: boolean, columns?: number }} stream
 */
function fittedCommand (text, { isTTY, columns }) {
  const width = columns || 80
  const continued = function (/** @type {string} */ line) {
    if (line.length <= width) return line
    const [, indent, command, note = ''] = /** @type {string[]} */ (/^(\s*)(.*?)(?: {3}(\(.*\)))?$/.exec(line))
    const lines = [indent]
    for (const word of command.match(WORDS) ?? []) {
      const last = lines[lines.length - 1]
      const longer = last.trim() ? `${last} ${word}` : last + word
      if (last.trim() && `${longer} \\`.length > width) lines.push(`${indent}    ${word}`)
      else lines[lines.length - 1] = longer
    }
    return lines.join(' \\\n') + (note && `\n${indent}    ${note}`)
  }
  return isTTY ? text.split('\n').map(continued).join('\n') : text
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
  console.error(`... this takes about ${seconds < 100 ? `${10 * Math.round(seconds / 10)} seconds` : counted(minutes, 'minute')}`)
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

const HOME_AND_CLEAR = '\x1b[H\x1b[J'

/**
 * Listens to the keys of a terminal.
 *
 * @param {(key: string) => void} listener receives the names of keys; `q` also for Ctrl-C
 * @returns {() => void} a function that gives the terminal back
 */
function listenToKeys (listener) {
  const { stdin } = process
  /** @type {(text: string, key: readline.Key) => void} */
  const press = (_, { name = '', ctrl }) => listener(ctrl && name === 'c' ? 'q' : name)
  readline.emitKeypressEvents(stdin)
  stdin.setRawMode(true).resume()
  stdin.on('keypress', press)
  return function () {
    stdin.off('keypress', press)
    stdin.setRawMode(false).pause()
  }
}

module.exports = {
  HOME_AND_CLEAR,
  fittedCommand,
  isUnresponsive,
  listenToKeys,
  measureShown,
  openPage,
  progress,
  sayHowLong,
  showPage,
  tell
}
