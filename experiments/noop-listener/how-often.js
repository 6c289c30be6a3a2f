'use strict'

// How often does the listener for `after` run for one request? It is counted, and nothing is timed.

const { EventEmitter, once } = require('events')
const net = require('net')

const SHOWN = [1, 10, 100]

let calls = 0

// Whatever is attached for `after` from now on counts its calls.
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

/** How often the listener ran for each request, from the first to the last. */
async function callsPerRequest (step) {
  process.env.PORT = await freePort()
  require(step)
  const counted = []
  while (counted.length < SHOWN.at(-1)) {
    calls = 0
    const answer = await fetch(`http://127.0.0.1:${process.env.PORT}/seed/v1`)
    await answer.arrayBuffer()
    await new Promise((resolve) => setImmediate(resolve)) // `after` comes after the answer
    counted.push(calls)
  }
  return counted
}

async function main () {
  const before = await callsPerRequest('../../steps/01-slow')
  const after = await callsPerRequest('../../steps/02-fixed-listener')
  console.log('\nThe listener ran so often for one request:\n')
  console.table(
    Object.fromEntries(
      SHOWN.map((n) => [`request ${n}`, { '01-slow': before[n - 1], '02-fixed-listener': after[n - 1] }])
    )
  )
  process.exit()
}

main()
