'use strict'

const { LEAST_SHARE, othersInside } = require('../../verdict/processes')
const { capitalised, rounded, wholePercent } = require('../../util/format')
const { computing, computingInProcess } = require('../../source/locations')

const FULL = 0.85
// Processes that serve the same requests need the same CPU per request, apart from caches and chance.
const TIMES = 2
const MOST_PROCESSES = 4

/** @typedef {import('../../types/checkup').AnalysisWindow} AnalysisWindow */

/** @type {import('../../types/checkup').Judge} */
module.exports = {
  name: 'several-processes',
  condition: "Child processes use a third or more of the server's CPU time (`cluster`). The check-up samples the first process only, so no other finding is given; exit status 3. A child process that listens on its own port is a service, not part of the server.",
  locates: 'CPU profile of each process: the line of the busiest one',
  means: [
    'The check-up measures the process that it started, but its child processes do the work, so it cannot judge this server. It profiles each process for a few seconds, and reports the one whose event loop is saturated.'
  ],
  next: [
    '`npx hot-path cpu-profile <server>` profiles all processes, separately and together.',
    'Check a single process: start the file that a child process runs, or switch `cluster` off while you measure.',
    '`npx hot-path compare` measures throughput and latency of the whole server, with all its processes.'
  ],
  looks: ['processes', 'cpu'],
  places (looks, window, options) {
    const [busiest] = window.childProcesses
    if (isFirstFull(window)) return computing(looks, options)
    return busiest ? computingInProcess(looks, busiest.title, options) : []
  },
  judge (window) {
    const { ended, processes, threads, shareBelow, childProcesses, loopUtilization } = window
    if (ended) return null
    const others = othersInside({ file: 'The server', processes, threads, shareBelow })
    if (others?.name !== 'several-processes' || others.spoils.length === 0) return null
    return {
      sentence: `${others.sentence}${isFirstFull(window) ? FIRST_FULL : sickText(childProcesses)}`,
      evidence: [
        { what: 'processes of the server', value: processes + 1 },
        {
          what: 'CPU time of the child processes, as a share of all processes (0 to 1)',
          value: shareBelow,
          threshold: LEAST_SHARE,
          why: 'Below this share, the first process does most of the work, and its figures describe the server.'
        },
        { what: 'event-loop utilisation of the first process', value: loopUtilization, unit: /** @type {const} */ ('share') },
        ...childProcesses.slice(0, MOST_PROCESSES).flatMap(({ title, loopUtilization, cpuMsPerRequest }) => [
          { what: `event-loop utilisation of ${title}`, value: loopUtilization, unit: /** @type {const} */ ('share') },
          { what: `CPU per request of ${title}`, value: cpuMsPerRequest, unit: /** @type {const} */ ('ms') }
        ])
      ],
      alone: true
    }
  }
}

const FIRST_FULL = ' The first process is saturated, and the child processes wait for it.'

/**
 * @param {AnalysisWindow} window
 * @returns {boolean} whether the first process, such as the primary of a cluster, is the bottleneck
 */
function isFirstFull ({ loopUtilization, childProcesses: [busiest] }) {
  return loopUtilization >= FULL && busiest !== undefined && busiest.loopUtilization < FULL
}

/**
 * @param {AnalysisWindow['childProcesses']} children busiest first
 * @returns {string} a sentence on the busiest, with its CPU per request compared; empty if it is not saturated
 */
function sickText ([busiest, ...others]) {
  if (!busiest || !(busiest.loopUtilization >= FULL)) return ''
  const full = `${capitalised(busiest.title)} is saturated: its event loop is ${wholePercent(busiest.loopUtilization)} busy`
  const [next] = others.filter(({ requests }) => requests > 0).sort((a, b) => a.cpuMsPerRequest - b.cpuMsPerRequest)
  const times = next ? busiest.cpuMsPerRequest / next.cpuMsPerRequest : NaN
  return times >= TIMES ? ` ${full}, and it needs ${rounded(times)} times as much CPU per request as ${next.title}.` : ` ${full}.`
}
