'use strict'

// One thread of a load that uses several (see workers.js). It drives its share of the connections.

const {
  parentPort: parent,
  workerData: { address, workload, headers }
} = require('worker_threads')
const { ClosedLoop } = require('./closed-loop')

const loop = new ClosedLoop(address, workload, headers)
loop.opened().then(function () {
  parent?.on('message', async function (durationSeconds) {
    try {
      parent?.postMessage({
        load: await loop.load(durationSeconds, { onProgress: (progress) => parent?.postMessage({ progress }) })
      })
    } catch (err) {
      parent?.postMessage({ failure: /** @type {Error} */ (err).message })
    }
  })
  parent?.postMessage('open')
})
