'use strict'

// Counts how often the `after` listener runs per request. Nothing is timed.

const { EventEmitter, once } = require('events')
const net = require('net')

const SHOWN = [1, 10, 100]

let calls = 0

// Counts the calls of every listener for `after` from now on.
const { on } = EventEmitter.prototype
EventEmitter.prototype.on = function (event, listener) {
  if (event !== 'after') return on.call(this, event, listener)
  return on.call(this, event, function (...args) {
    calls++
    return listener.apply(this, args)
  })
}

async function freePort () {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

/** Returns the number of listener calls per request, first request first. */
async function callsPerRequest (step) {
  process.env.PORT = await freePort()
  require(step)
  const counted = []
  while (counted.length < SHOWN.at(-1)) {
    calls = 0
    const answer = await fetch(`http://127.0.0.1:${process.env.PORT}/seed/v1`)
    await answer.arrayBuffer()
    await new Promise((resolve) => setImmediate(resolve)) // `after` is emitted after the response
    counted.push(calls)
  }
  return counted
}

async function main () {
  const before = await callsPerRequest('../../steps/01-slow')
  const after = await callsPerRequest('../../steps/02-fixed-listener')
  console.log('\nCalls of the listener per request:\n')
  console.table(
    Object.fromEntries(
      SHOWN.map((n) => [`request ${n}`, { '01-slow': before[n - 1], '02-fixed-listener': after[n - 1] }])
    )
  )
  process.exit()
}

main()
