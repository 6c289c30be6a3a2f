'use strict'

const { PROBES } = require('../agent')
const { attachToChildren } = require('../process/child-processes')
const { busyShare } = require('../source/stacks')

/** @typedef {import('../types/agent').SampledChild} SampledChild */

const PROBE = PROBES.cpu

/** @typedef {import('../process/subject').RunningSubject | import('../process/attach').AttachedSubject} Running */
/** @typedef {import('../types/agent').CpuSampling} CpuSampling */

/**
 * Samples the CPU time of a server: of its main thread, its worker threads, and of the processes that it has started.
 *
 * @template T
 * @param {Running} running
 * @param {() => Promise<T>} load lets it pass, or puts it on
 * @param {number} [port] of the server
 * @returns {Promise<{ load: T, cpu: CpuSampling, children: SampledChild[] }>}
 * @throws {import('../util/errors').OperationalError} when the server ends meanwhile
 */
async function sampleCpu (running, load, port) {
  const attached = await attachToChildren(Number(running.pid), port)
  try {
    const all = [running, ...attached.map(({ running }) => running)]
    await Promise.all(all.map((one) => one.probe(PROBE, 'begin')))
    const passing = await Promise.all(attached.map(({ running }) => running.passing()))
    const passed = await load()
    const [cpu, ...below] = await Promise.all(all.map((one) => one.probe(PROBE, 'end')))
    const traffic = await Promise.all(passing.map((end) => end()))
    const children = attached.map(function ({ title }, i) {
      return { title, cpu: below[i], passed: { ...traffic[i], loopUtilization: busyShare(below[i].profile) } }
    })
    return { load: passed, cpu, children }
  } finally {
    await Promise.allSettled(attached.map(({ running }) => running.detach()))
  }
}

// What is told of requests elsewhere is told here of a program that nobody asks: it is taken for a single one.

const EACH = / for each request\b/g
const OF_REQUESTS = 'the time of the requests'

/**
 * @template {{ served?: number }} L
 * @param {L} look into a program
 * @returns {L & { served: number }}
 */
function once (look) {
  return { ...look, served: look.served || 1 }
}

/**
 * @param {import('../types/pipeline').Place[]} places of a single request, which is the program
 * @returns {import('../types/pipeline').Place[]}
 */
function ofProgram (places) {
  return places.map(({ of, why, ...place }) => ({
    ...place,
    of: of === OF_REQUESTS ? 'the time of the program' : of,
    why: why.replace(EACH, ' in all')
  }))
}

module.exports = { ofProgram, once, sampleCpu }
