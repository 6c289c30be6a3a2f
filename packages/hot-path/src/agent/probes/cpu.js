'use strict'

// A probe: runs inside the server under test. Samples the CPU use of its main thread and worker threads, and counts
// calls.

const { openInspector } = require('./inspector')
const { watchWorkers } = require('./worker-threads')
const { applicationFunctions, dropOptimisedCode, inlineAgain, stopInlining } = require('./v8-functions')

/** @typedef {import('../../types/agent').ThreadSampling} ThreadSampling */
/** @typedef {import('../../types/agent').CpuSampling} CpuSampling */

const EACH_US = 1000
const TICK_MS = 10 // clock tick of Linux in proc_pid_stat(5)

/** @type {ReturnType<typeof openInspector> | null} */
let inspector = null
/** @type {ReturnType<typeof watchWorkers<number | null>> | null} */
let workers = null
/** @type {ReturnType<typeof openInspector> | null} */
let counter = null
let inlines = true
/** @type {number | null} */
let beganAtCpuMs = null

/** @param {{ inlines: boolean }} how whether V8 may continue to inline functions into their callers */
async function begin (how) {
  inspector = openInspector()
  inlines = how.inlines
  const { post } = inspector
  if (inlines) post('Profiler.enable')
  else stopInlining(post)
  post('Profiler.setSamplingInterval', { interval: EACH_US })
  post('Profiler.start')
  beganAtCpuMs = cpuMsOfThread(TICK_MS)
  workers = watchWorkers(beginIn)
  await workers.begun()
  return {}
}

/**
 * @param {import('./worker-threads').Post} post
 * @returns {Promise<number | null>} CPU time of the thread so far, in ms
 */
async function beginIn (post) {
  // Post all commands together: a busy thread may answer only once per second.
  const asked = [
    post('Profiler.enable'),
    ...(inlines ? [] : dropOptimisedCode(post)),
    post('Profiler.setSamplingInterval', { interval: EACH_US }),
    post('Profiler.start')
  ]
  const [cpuMs] = await Promise.all([cpuMsIn(post), ...asked])
  return cpuMs
}

/** `again`: discards the samples taken since `begin`, because the server was not warm. */
function beginAgain () {
  inspector?.post('Profiler.stop')
  inspector?.post('Profiler.start')
}

/** @returns {Promise<CpuSampling>} */
async function end () {
  if (!inspector || !workers) return { profile: null, cpuMs: null, functions: [], threads: [], silent: [] }
  const { post } = inspector
  const { profile } = post('Profiler.stop')
  const cpuMs = gained(beganAtCpuMs, cpuMsOfThread(TICK_MS))
  const functions = applicationFunctions(post('Profiler.getBestEffortCoverage'))
  if (!inlines) inlineAgain(post)
  inspector.end()
  const threads = workers.each(endIn).finally(workers.end)
  inspector = null
  workers = null
  const { answered, silent } = await threads
  return { profile, cpuMs, functions, threads: answered, silent }
}

/**
 * @param {import('./worker-threads').Post} post
 * @param {number | null} beforeMs CPU time of the thread when sampling began
 * @returns {Promise<Omit<ThreadSampling, 'title'>>}
 */
async function endIn (post, beforeMs) {
  const [{ profile }, nowMs, coverage] = await Promise.all([
    post('Profiler.stop'),
    cpuMsIn(post),
    post('Profiler.getBestEffortCoverage'),
    ...(inlines ? [] : dropOptimisedCode(post))
  ])
  return { cpuMs: gained(beforeMs, nowMs), profile, functions: applicationFunctions(coverage) }
}

/**
 * @param {import('./worker-threads').Post} post
 * @returns {Promise<number | null>} CPU time of the thread, in ms; null if the system does not report it
 */
async function cpuMsIn (post) {
  const { result } = await post('Runtime.evaluate', { expression: `(${cpuMsOfThread})(${TICK_MS})` })
  return result.value ?? null
}

/**
 * Reads the CPU time of its thread. Workers evaluate its source text, so it must not use outer variables.
 *
 * @param {number} tickMs
 * @returns {number | null} CPU time of the thread, in ms; null if the system does not report it
 */
function cpuMsOfThread (tickMs) {
  try {
    const stat = process.getBuiltinModule('fs').readFileSync('/proc/thread-self/stat', 'latin1')
    const [user, system] = stat.slice(stat.lastIndexOf(')') + 2).split(' ').slice(11, 13)
    return tickMs * (Number(user) + Number(system))
  } catch {
    return null
  }
}

/**
 * @param {number | null} before
 * @param {number | null} after
 */
function gained (before, after) {
  return before === null || after === null ? null : after - before
}

/** `count`: starts to count the calls of functions, which V8 optimises less meanwhile. */
function count () {
  counter = openInspector()
  counter.post('Profiler.enable')
  counter.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  return {}
}

/** @returns {{ functions: import('../../types/source').SourceRange[] }} with the calls since `count` */
function counted () {
  const functions = counter ? applicationFunctions(counter.post('Profiler.takePreciseCoverage')) : []
  counter?.end()
  counter = null
  return { functions }
}

/** @type {import('../../types/agent').Probe} */
module.exports = () => function (word) {
  if (word === 'end') return end()
  if (word === 'count') return count()
  if (word === 'counted') return counted()
  if (word !== 'again') return begin({ inlines: word === 'beginAsItIs' })
  beginAgain()
  return {}
}
