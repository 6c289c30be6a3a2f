'use strict'

const { createHash } = require('node:crypto')
const { parentPort } = require('node:worker_threads')

const files = new Map()

function check (bytes) {
  const sum = createHash('sha1').update(bytes).digest('hex')
  const known = files.has(sum)
  if (!known) files.set(sum, bytes) // HERE
  return { sum, known }
}

parentPort.on('message', function ({ id, bytes }) {
  parentPort.postMessage({ id, ...check(bytes) })
})
