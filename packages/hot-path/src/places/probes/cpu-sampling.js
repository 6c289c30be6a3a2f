'use strict'

// A probe: runs inside the subject, and samples what its main thread does.

const { openInspector } = require('../../process/inside/inspector-session')
const { applicationFunctions } = require('./functions')
const { inlineAgain, stopInlining } = require('./inlining')

const EACH_US = 1000

/** @type {ReturnType<typeof openInspector> | null} */
let inspector = null
let inlines = true

/** @param {{ inlines: boolean }} how whether V8 may go on compiling functions into their callers */
function begin (how) {
  inspector = openInspector()
  inlines = how.inlines
  const { post } = inspector
  if (inlines) post('Profiler.enable')
  else stopInlining(post)
  post('Profiler.setSamplingInterval', { interval: EACH_US })
  post('Profiler.start')
}

/** `again`: forgets what was seen since `begin`, when the subject was not warm. */
function beginAgain () {
  inspector?.post('Profiler.stop')
  inspector?.post('Profiler.start')
}

/**
 * @typedef {object} CpuSampling
 * @property {import('../stacks').CpuProfile | null} profile null where none was begun
 * @property {import('../attribution').SourceRange[]} functions of the application
 */

/** @returns {CpuSampling} */
function end () {
  if (!inspector) return { profile: null, functions: [] }
  const { post } = inspector
  const { profile } = post('Profiler.stop')
  const functions = applicationFunctions(post)
  if (!inlines) inlineAgain(post)
  inspector.end()
  inspector = null
  return { profile, functions }
}

/** @type {import('../../process/subject').Probe} */
module.exports = () => function (word) {
  if (word === 'end') return end()
  if (word === 'again') beginAgain()
  else begin({ inlines: word === 'beginAsItIs' })
  return {}
}
