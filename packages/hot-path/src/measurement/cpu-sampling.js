'use strict'

const { PROBES } = require('../agent')
const { attachToChildren } = require('./child-processes')
const { busyShare } = require('../source/stacks')

/** @typedef {import('../types/agent').SampledChild} SampledChild */

const PROBE = PROBES.cpu

/** @typedef {import('../process/attach/subject').AttachedSubject} AttachedSubject */
/** @typedef {import('../process/subject').RunningSubject | AttachedSubject} Running */
/** @typedef {import('../types/agent').CpuSampling} CpuSampling */

/**
 * Samples the CPU time of a server: of its main thread, its worker threads and its descendants.
 *
 * @template T
 * @param {Running} running
 * @param {() => Promise<T>} load applies load, or waits while existing traffic is served
 * @param {number} [port] of the server; services that it has started on other ports are then left out
 * @returns {Promise<{ load: T, cpu: CpuSampling, children: SampledChild[] }>}
 * @throws {import('../util/errors').OperationalError} if the server ends meanwhile
 */
async function sampleCpu (running, load, port) {
  const workers = 'workers' in running ? running.workers : []
  const attached = await attachToChildren(Number(running.pid), { port, workers })
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
    const own = attached.filter(({ running }) => !workers.includes(running))
    await Promise.allSettled(own.map(({ running }) => running.detach()))
  }
}

// A program that serves no requests is treated as a single request, so that the per-request analyses apply to it.

const EACH = / per request\b/g
const OF_REQUESTS = 'request time'

/**
 * @template {{ served?: number }} L
 * @param {L} look profile of a program
 * @returns {L & { served: number }}
 */
function once (look) {
  return { ...look, served: look.served || 1 }
}

/**
 * @param {import('../types/pipeline').Place[]} places source locations of a single request, which is the whole program
 * @returns {import('../types/pipeline').Place[]}
 */
function ofProgram (places) {
  return places.map(({ of, why, ...place }) => ({
    ...place,
    of: of === OF_REQUESTS ? "the program's run time" : of,
    why: why.replace(EACH, ' in all')
  }))
}

module.exports = { ofProgram, once, sampleCpu }
