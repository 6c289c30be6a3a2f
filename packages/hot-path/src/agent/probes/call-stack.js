'use strict'

// Part of the probes: runs inside the server under test.

const { isDependency, judgeByEntry, packageOf } = require('../../util/frame-kind')

/** @typedef {import('../../types/source').CallFrame} CallFrame */

const MOST_FRAMES = 30

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
 * @returns {{ called: string[], callers: string[] }} names of the packages on the stack, innermost first: those that
 *   the application calls (all, if it is not on the stack), and those that call the application
 */
function packagesOn (holder) {
  const files = framesOf(holder, { all: true }).map(({ file }) => file)
  const first = files.findIndex(isOfApplication)
  // A package that occurs twice counts where it is called first: it calls the others.
  const named = (/** @type {string[]} */ some) =>
    [...new Set(some.map((file) => packageOf({ file })).filter(Boolean).reverse())].reverse()
  if (first < 0) return { called: named(files), callers: [] }
  return { called: named(files.slice(0, first)), callers: named(files.slice(first)) }
}

/**
 * Finds what a framework has called in place of the application: the application calls `next()`, and the framework
 * calls a middleware.
 *
 * @param {Begun | null | undefined} operation
 * @returns {string[]} names of packages, innermost first, where the operation or its nearest such ancestor was started
 */
function middlewareOf (operation) {
  for (let at = operation; at; at = at.parent) {
    const { called, callers } = packagesOn(at.trace ?? {})
    if (callers.includes(String(called.at(-1)))) return called.filter((name) => !callers.includes(name))
  }
  return []
}

/**
 * @param {Begun | null | undefined} operation
 * @returns {string[]} names of the packages, innermost first, that started it or its nearest such ancestor, if no
 *   application is on the stack
 */
function packagesOf (operation) {
  for (let at = operation; at; at = at.parent) {
    const { called, callers } = packagesOn(at.trace ?? {})
    if (callers.length > 0) return []
    if (called.length > 0) return called
  }
  return []
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

module.exports = { framesOf, isOfApplication, middlewareOf, nearestFrames, packagesOf, packagesOn, trace }
