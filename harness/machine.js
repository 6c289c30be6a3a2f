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

module.exports = { machine }
