'use strict'

const os = require('os')

/** @returns {import('./records').Machine} where we are */
function machine () {
  return {
    cpu: os.cpus()[0]?.model ?? 'unknown',
    cores: os.availableParallelism(),
    memoryBytes: os.totalmem(),
    platform: `${os.platform()} ${os.arch()}`,
    node: process.version
  }
}

/** @returns {{ busyMs: number, idleMs: number }} of all cores together, since the machine started */
function coreTimes () {
  let busyMs = 0
  let idleMs = 0
  for (const { times } of os.cpus()) {
    idleMs += times.idle
    busyMs += times.user + times.nice + times.sys + times.irq
  }
  return { busyMs, idleMs }
}

module.exports = { coreTimes, machine }
