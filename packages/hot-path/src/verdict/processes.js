'use strict'

// Metrics from inside a server are read in the main thread of the started process. This module reports what they
// represent if the server has several processes or threads.

const { counted } = require('../util/format')

/** @typedef {import('../types/pipeline').OthersInside} OthersInside */
/** @typedef {import('../types/pipeline').Inside} Inside */

// A smaller share of the CPU time in child processes means helpers, such as a compiler that watches files. Then the
// metrics of the started process represent the server, with an error of at most this share. (On a busy machine, the
// start of such a helper takes up to a quarter of the CPU time that a server uses under one second of load.)
const LEAST_SHARE = 0.33

const MAIN_THREAD = ['loopUtilization', 'loopDelayMaxMs', 'allocatedBytesPerRequest']
const WHOLE_PROCESS = [
  'serverCpuUsPerRequest',
  'costGrowth',
  'serverCpuShare',
  'gcShare',
  'rssBytes',
  'retainedBytesPerRequest'
]

/**
 * Returns the validity warning for a server with child processes or worker threads.
 *
 * @param {{ file: string } & Partial<Inside>} seen while the server was under load
 * @returns {OthersInside | null} `spoils` is empty if the metrics are valid nevertheless
 */
function othersInside ({ file, processes = 0, services = 0, threads = 0, shareBelow = NaN }) {
  if (processes > 0) return severalProcesses(file, processes, shareBelow)
  if (threads > 0) return workerThreads(file, threads)
  if (services > 0) return otherServices(file, services)
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
  const share = known ? ` The child processes used ${Math.round(100 * shareBelow)} % of its CPU time.` : ''
  if (known && shareBelow < LEAST_SHARE) {
    return {
      name: 'several-processes',
      spoils: [],
      sentence: `${file} runs in ${processes + 1} processes. The figures describe the first one only.${share}`,
      remedy: 'No action is needed if the child processes do not serve requests.'
    }
  }
  return {
    name: 'several-processes',
    spoils: [...WHOLE_PROCESS, ...MAIN_THREAD],
    sentence:
      `${file} runs in ${processes + 1} processes. Figures of one process ` +
      `(CPU per request, event loop, memory) do not describe the whole server.${share}`,
    remedy: 'Measure a single process: start the file that a child process runs, or switch cluster off.'
  }
}

/**
 * @param {string} file
 * @param {number} services
 * @returns {OthersInside}
 */
function otherServices (file, services) {
  const one = services === 1
  return {
    name: 'services',
    spoils: [],
    sentence:
      `${file} started ${one ? 'a process that listens on its own port' : `${services} processes that listen on their own ports`}. ` +
      'The figures exclude what runs there.',
    remedy: 'If the server waits for it, the latencies include that time.'
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
    sentence:
      `${file} runs ${counted(threads, 'worker thread')} beside its main thread. CPU per request covers all threads; ` +
      'event-loop figures cover the main thread only.',
    remedy:
      'Compare CPU per request and throughput. Event-loop figures do not show whether a worker thread is busy.'
  }
}

module.exports = { LEAST_SHARE, othersInside }
