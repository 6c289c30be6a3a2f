'use strict'

const { computingBeside } = require('../../source/locations')
const { ADDON, NAMED, poolShares, queueing, WORKER } = require('../../source/wait-lines')
const { areWorkers } = require('../conditions')

const LOOP = 0.8
const OTHERS = 0.5
const WAITS = 0.5
const MOST_THREADS = 4

const FIND_LINE = '`npx hot-path waits <server>` shows which lines use the pool, for what, and how long each request waits for it.'
const ENLARGE = 'If the work waits (a slow disk, DNS), a larger pool helps: `UV_THREADPOOL_SIZE=16 node <server>`.'
const REDUCE =
  'If the work computes (hashing a password, compressing), more threads than cores do not help. Reduce it: a lower level or quality of compression, fewer rounds, a cache of the results.'
// Work of the pool that computes.
const COMPUTES = ['zlib', 'crypto']

/** @type {import('../../types/checkup').Judge} */
module.exports = {
  name: 'thread-pool',
  condition: 'The event loop has time to spare, but the other threads of the process are busy, or requests wait for them: zlib, crypto, files, DNS, worker threads.',
  locates: 'sampled requests (`async_hooks`): the line that waits, and for what',
  means: [
    'File system calls, DNS lookups, zlib and the slow parts of crypto run in a pool of four threads. While all four are busy, further work queues, and the requests that need it wait.',
    'Busy worker threads have the same symptoms. The check-up distinguishes them from the pool, gives the CPU time of each, and names the line that computes.'
  ],
  next: [FIND_LINE, ENLARGE, REDUCE],
  advice (window) {
    const [most] = poolShares(window.waitShares)
    const computes = COMPUTES.includes(most?.work)
    if (!isOfThreads(window)) return computes ? { next: [FIND_LINE, REDUCE, ENLARGE] } : null
    return {
      means: ['Requests wait for worker threads: for their results, or until one is free or has started.'],
      next: [
        '`npx hot-path waits <server>` shows at which lines requests wait for worker threads, and for how long.',
        'If each request starts a thread, keep a pool of threads instead. If the threads compute all the time, more threads than cores do not help: reduce the work.'
      ]
    }
  },
  looks: ['waits', 'cpu'],
  places: (looks, window, options) =>
    [...(areWorkers(window) ? computingBeside(looks, options) : []), ...queueing(looks, options)],
  judge (window) {
    const { runQueueShare, otherThreadsShare, mainCpuShare, poolRequests, poolSize } = window
    const { latencyMs, waitShares, workerThreads } = window
    const loopUtilization = window.loopUtilization * (1 - runQueueShare)
    if (!(loopUtilization < LOOP)) return null
    const queues = poolRequests > poolSize
    const pool = poolShares(waitShares)
    const all = pool.reduce((sum, { share }) => sum + share, 0)
    const waits = all >= WAITS
    const isWorkers = areWorkers(window)
    // V8's helper threads collect garbage and compile. No request waits for them, so they do not make requests slow.
    const isInAddon = (waitShares?.[ADDON] ?? 0) >= NAMED
    const isOfV8 = waitShares !== null && pool.length === 0 && !isWorkers && !isInAddon
    const computes = otherThreadsShare >= OTHERS && otherThreadsShare > mainCpuShare && !isOfV8
    if (!computes && !queues && !waits) return null
    const works = [...pool.map(({ work }) => work), ...(isInAddon ? [ADDON] : [])]
    const what = works.length > 0 ? ` (${works.join(', ')})` : ''
    const queued = isOfThreads(window) ? 'requests wait for worker threads' : `work queues for the thread pool${what}`
    return {
      sentence: isWorkers
        ? 'The event loop has time to spare, but the worker threads are busy, and requests wait for them.'
        : `The event loop has time to spare, but ${queued}.`,
      explainable: !computes && !waits,
      evidence: [
        ...(isWorkers ? threadsText(workerThreads) : []),
        ...pool.map(({ work, share }) => ({
          what: `waiting for ${work}, share of request time`,
          value: share,
          unit: /** @type {const} */ ('share'),
          threshold: WAITS,
          why: 'Requests spend most of their time on this wait.'
        })),
        ...(isWorkers ? [] : threadsText(workerThreads)),
        {
          what: 'event-loop utilisation, without time spent waiting for a core',
          value: loopUtilization,
          unit: 'share',
          threshold: LOOP,
          why: 'Below this, requests do not wait for the event loop.'
        },
        {
          what: 'CPU of the other threads',
          value: otherThreadsShare,
          unit: 'cores',
          threshold: OTHERS,
          why: "V8's own helper threads use less."
        },
        {
          what: 'file operations and DNS lookups in progress (median; Node does not report crypto and zlib)',
          value: poolRequests,
          threshold: poolSize,
          why: 'The pool has this many threads. Further tasks queue.'
        },
        { what: 'median latency', value: latencyMs.p50, unit: 'ms' }
      ]
    }
  }
}

/**
 * @param {import('../../types/checkup').AnalysisWindow} window
 * @returns {boolean} whether worker threads, and not the pool, do the work
 */
function isOfThreads (window) {
  const pool = poolShares(window.waitShares)
  return areWorkers(window) || (pool.length > 0 && pool.every(({ work }) => work === WORKER))
}

/**
 * @param {import('../../types/checkup').AnalysisWindow['workerThreads']} threads
 * @returns {import('../../types/checkup').Evidence[]}
 */
function threadsText (threads) {
  return threads.slice(0, MOST_THREADS).map(({ title, cpuShare }) => ({ what: `CPU of ${title}`, value: cpuShare, unit: 'cores' }))
}
