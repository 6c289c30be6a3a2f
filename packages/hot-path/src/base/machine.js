'use strict'

const os = require('os')
const { MS_PER_TICK, readProc } = require('./proc')

/** @returns {import('../records').Machine} where we are */
function machine () {
  return {
    cpu: os.cpus()[0]?.model ?? 'unknown',
    cores: os.availableParallelism(),
    memoryBytes: os.totalmem(),
    platform: `${os.platform()} ${os.arch()}`,
    node: process.version
  }
}

/**
 * @returns {{ busyMs: number, idleMs: number, stolenMs: number }} of all cores together, since the machine started.
 *   `stolenMs` is the part of `busyMs` that the hypervisor gave to others; 0 where the system does not tell
 */
function coreTimes () {
  const stolenMs = stolenMsIn(readProc('stat') ?? '')
  let busyMs = stolenMs
  let idleMs = 0
  for (const { times } of os.cpus()) {
    idleMs += times.idle
    busyMs += times.user + times.nice + times.sys + times.irq
  }
  return { busyMs, idleMs, stolenMs }
}

/**
 * `os.cpus()` does not tell of it. Source: proc_stat(5): the eighth number behind `cpu` is steal, in hundredths of a
 * second.
 *
 * @param {string} text of /proc/stat; empty where there is none
 * @returns {number} the time of all cores in which the hypervisor ran something else, in ms since the machine started;
 *   0 where the text does not tell
 */
function stolenMsIn (text) {
  const [, numbers = ''] = /^cpu +(.*)$/m.exec(text) ?? []
  const steal = Number(numbers.split(' ')[7])
  return Number.isFinite(steal) ? MS_PER_TICK * steal : 0
}

module.exports = { coreTimes, machine, stolenMsIn }
