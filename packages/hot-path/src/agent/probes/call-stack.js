'use strict'

// Part of the probes: runs inside the server under test.

const { isDependency, judgeByEntry } = require('../../util/frame-kind')

/** @typedef {import('../../types/source').CallFrame} CallFrame */

const MOST_FRAMES = 30
const INSTALLED = /[\\/]node_modules[\\/]/

judgeByEntry({ entry: process.argv[1] ?? '' })

/**
 * Captures the stack of its caller. This is cheap, because V8 formats the stack only when it is read.
 *
 * @returns {{ stack?: any }} for `framesOf`
 */
function trace () {
  const { stackTraceLimit } = Error
  const holder = {}
  Error.stackTraceLimit = MOST_FRAMES
  Error.captureStackTrace(holder, trace)
  Error.stackTraceLimit = stackTraceLimit // restores the server's value
  return holder
}

/**
 * @param {{ stack?: any }} holder
 * @param {{ all?: boolean, enclosing?: boolean }} [options] `all`: include frames outside the application;
 *   `enclosing`: report where each function begins, not its current position
 * @returns {CallFrame[]} innermost first
 */
function framesOf (holder, { all = false, enclosing = false } = {}) {
  const { prepareStackTrace } = Error
  const had = Object.hasOwn(Error, 'prepareStackTrace')
  Error.prepareStackTrace = (_, sites) => sites
  try {
    const sites = Array.isArray(holder.stack) ? holder.stack : []
    return sites.map(enclosing ? toFunction : toFrame).filter(({ file }) => (all ? file !== '' : isOfApplication(file)))
  } finally {
    if (had) Error.prepareStackTrace = prepareStackTrace
    else Reflect.deleteProperty(Error, 'prepareStackTrace')
  }
}

/**
 * @param {{ stack?: any }} holder
 * @returns {string[]} files of packages on the stack, innermost first, up to the first frame of the application
 */
function packageFiles (holder) {
  const files = framesOf(holder, { all: true }).map(({ file }) => file)
  const at = files.findIndex(isOfApplication)
  return [...new Set(files.slice(0, at < 0 ? files.length : at).filter((file) => INSTALLED.test(file)))]
}

/**
 * @typedef {object} Begun an asynchronous operation
 * @property {{ stack?: any } | null} trace stack where it was started
 * @property {Begun | null | undefined} parent operation whose callback started it
 */

/**
 * @param {Begun | null | undefined} operation
 * @returns {CallFrame[]} where it was started, or else where its nearest traced ancestor was
 */
function nearestFrames (operation) {
  for (let at = operation; at; at = at.parent) {
    const frames = at.trace ? framesOf(at.trace) : []
    if (frames.length) return frames
  }
  return []
}

/** @param {NodeJS.CallSite} site */
function toFrame (site) {
  return {
    file: String(site.getFileName() ?? site.getScriptNameOrSourceURL() ?? ''),
    line: site.getLineNumber() ?? 0,
    column: site.getColumnNumber() ?? 0,
    function: site.getFunctionName() ?? '(anonymous)'
  }
}

/** @param {NodeJS.CallSite} site */
function toFunction (site) {
  const { getEnclosingLineNumber, getEnclosingColumnNumber } = /** @type {any} */ (site)
  const frame = toFrame(site)
  return {
    ...frame,
    line: getEnclosingLineNumber?.call(site) || frame.line,
    column: getEnclosingColumnNumber?.call(site) || frame.column
  }
}

/**
 * @param {string} file path or URL
 * @returns {boolean} false for files of Node, of packages and of hot-path
 */
function isOfApplication (file) {
  return /^(\/|file:|[A-Za-z]:\\)/.test(file) && !isDependency(file)
}

module.exports = { framesOf, isOfApplication, nearestFrames, packageFiles, trace }
