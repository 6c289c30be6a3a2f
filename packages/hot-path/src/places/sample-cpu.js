'use strict'

const { attachToChildren } = require('../process/attach-children')
const { busyShare } = require('./stacks')

const PROBE = require.resolve('./probes/cpu-sampling')

/** @typedef {import('../process/subject').RunningSubject | import('../process/attach').AttachedSubject} Running */
/** @typedef {import('./probes/cpu-sampling').CpuSampling} CpuSampling */

/**
 * @typedef {object} SampledChild a process that the server has started
 * @property {string} title `cluster worker 2 (process 4242)`
 * @property {CpuSampling} cpu
 * @property {import('../records').PassedTraffic} passed what it did meanwhile
 */

/**
 * Samples the CPU time of a server: of its main thread, its worker threads, and of the processes that it has started.
 *
 * @template T
 * @param {Running} running
 * @param {() => Promise<T>} load lets it pass, or puts it on
 * @param {number} [port] of the server
 * @returns {Promise<{ load: T, cpu: CpuSampling, children: SampledChild[] }>}
 * @throws {import('../base/operational-error').OperationalError} when the server ends meanwhile
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

module.exports = { sampleCpu }
