'use strict'

const { parentPort } = require('node:worker_threads')

function distance (a, b) {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

/** Goes to the nearest stop next. */
function route (stops) {
  const left = stops.slice(1)
  const way = [stops[0]]
  let length = 0
  while (left.length > 0) {
    const from = way.at(-1)
    left.sort((a, b) => distance(from, a) - distance(from, b))
    const next = left.shift()
    length += distance(from, next)
    way.push(next)
  }
  return { way, length }
}

parentPort.on('message', function ({ id, stops }) {
  const { way, length } = route(stops)
  parentPort.postMessage({ id, stops: way.length, length: Math.round(length) })
})
