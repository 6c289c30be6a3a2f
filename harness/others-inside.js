'use strict'

// A server may be more than one process, or more than one thread. What the harness reads from inside is read in the main
// thread of the process that it started, so somebody has to say what these figures stand for.

/** @typedef {import('./records').OthersInside} OthersInside */
/** @typedef {import('./records').Inside} Inside */

// A child process with less of the CPU time than this is a helper, such as a compiler that waits for files to change:
// the figures of the process that we started are the server's, give or take as much. (To start such a helper takes up to
// a quarter of what a server spends in a load of one second, on a busy machine.)
const LEAST_SHARE = 0.33

const MAIN_THREAD = ['loopUtilization', 'loopDelayMaxMs']
const WHOLE_PROCESS = ['serverCpuUsPerRequest', 'costGrowth', 'serverCpuShare', 'gcShare', 'rssBytes', 'retainedBytesPerRequest']

/**
 * Begins to look at what a running subject consists of: right before a load.
 *
 * @param {Pick<import('./subject').RunningSubject, 'started' | 'usage' | 'usageBelow'>} running
 * @returns {() => Inside} to be called right after the load, while the subject still runs
 */
function watchInside (running) {
  const before = { whole: running.usage(), below: running.usageBelow() }
  return function () {
    const after = { whole: running.usage(), below: running.usageBelow() }
    return {
      processes: after.below?.processes ?? 0,
      threads: running.started.threads,
      shareBelow: gained(before.below, after.below) / gained(before.whole, after.whole)
    }
  }
}

/**
 * @param {import('./tree').Usage | null} before
 * @param {import('./tree').Usage | null} after
 * @returns {number} ms of CPU; NaN where the system does not tell
 */
function gained (before, after) {
  return before && after ? after.cpuMs - before.cpuMs : NaN
}

/**
 * What is to be said of a server with child processes or worker threads.
 *
 * @param {{ file: string } & Partial<Inside>} seen while the server was under load
 * @returns {OthersInside | null} `spoils` is empty where the figures can be believed all the same
 */
function othersInside ({ file, processes = 0, threads = 0, shareBelow = NaN }) {
  if (processes > 0) return severalProcesses(file, processes, shareBelow)
  if (threads > 0) return workerThreads(file, threads)
  return null
}

/**
 * @param {string} file
 * @param {number} processes
 * @param {number} shareBelow
 * @returns {OthersInside}
 */
function severalProcesses (file, processes, shareBelow) {
  const known = Number.isFinite(shareBelow)
  const share = known ? ` The child processes took ${Math.round(100 * shareBelow)} % of its CPU time.` : ''
  if (known && shareBelow < LEAST_SHARE) {
    return {
      name: 'several-processes',
      spoils: [],
      sentence: `${file} runs in ${processes + 1} processes, and the figures are those of the first one.${share}`,
      remedy: 'Nothing has to be done where the child processes do not serve requests.'
    }
  }
  return {
    name: 'several-processes',
    spoils: [...WHOLE_PROCESS, ...MAIN_THREAD],
    sentence: `${file} runs in ${processes + 1} processes: figures of one process alone ` +
      `(CPU per request, event loop, memory, a profile) are not the server's.${share}`,
    remedy: 'Measure the server in one process: start the file that a child process runs, or switch cluster off.'
  }
}

/**
 * @param {string} file
 * @param {number} threads
 * @returns {OthersInside}
 */
function workerThreads (file, threads) {
  return {
    name: 'worker-threads',
    spoils: MAIN_THREAD,
    sentence: `${file} runs ${threads} worker thread${threads === 1 ? '' : 's'} beside its main thread: CPU per request counts all threads, ` +
      'and figures of the event loop are those of the main thread alone.',
    remedy: 'Read the CPU per request and the throughput. A busy worker thread does not show in the figures of the event loop.'
  }
}

// How Clinic and 0x end when a child process has inherited them: what each prints, and where it comes from.
const OF_TOOLS = /EEXIST[^]*redir-stdout|internal\/cluster[^]*EPIPE|does not support clustering/

/**
 * Why a tool failed that cannot look into several processes. Clinic and 0x hand what they record over through files and
 * pipes of one process, and the child processes, which inherit the tool, end at once: with EEXIST or EPIPE.
 *
 * @param {{ file: string, processes: number, words: string }} seen `processes`: as far as is known, because a server that ends
 *   within milliseconds may not have told; `words`: what was printed last
 * @returns {string | null} null where this is not the reason
 */
function toolFailed ({ file, processes, words }) {
  if (!OF_TOOLS.test(words) && !(processes > 0 && /\b(EEXIST|EPIPE)\b/.test(words))) return null
  return `${file} starts child processes, and this tool can only look into a server of one ` +
    'process. Let it run in one process (without cluster), or use npx hot-path compare, whose throughput and latency are those of all processes.'
}

module.exports = { LEAST_SHARE, othersInside, toolFailed, watchInside }
