'use strict'

// Part of the probes: runs inside the subject.

const { isDependency, judgeByEntry } = require('../../util/frame-kind')

/** @typedef {import('../../types/source').CallFrame} CallFrame */

const MOST_FRAMES = 30

judgeByEntry({ entry: process.argv[1] ?? '' })

/**
 * Takes the stack of its caller. It is cheap: V8 makes text of it only when somebody reads it.
 *
 * @returns {{ stack?: any }} for `framesOf`
 */
function trace () {
  const { stackTraceLimit } = Error
  const holder = {}
  Error.stackTraceLimit = MOST_FRAMES
  Error.captureStackTrace(holder, trace)
  Error.stackTraceLimit = stackTraceLimit // it is the server's
  return holder
}

/**
 * @param {{ stack?: any }} holder
 * @param {{ all?: boolean, enclosing?: boolean }} [options] `all`: with what is not of the application, too;
 *   `enclosing`: where each function begins, and not where it was
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
 * @typedef {object} Begun something asynchronous
 * @property {{ stack?: any } | null} trace of where it was begun
 * @property {Begun | null | undefined} parent in whose callback it was begun
 */

/**
 * @param {Begun | null | undefined} operation
 * @returns {CallFrame[]} of where it was begun, or else of what it was begun by
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
 * @returns {boolean} whether it is neither Node's, nor a package's, nor ours
 */
function isOfApplication (file) {
  return /^(\/|file:|[A-Za-z]:\\)/.test(file) && !isDependency(file)
}

module.exports = { framesOf, isOfApplication, nearestFrames, trace }
