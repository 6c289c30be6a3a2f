'use strict'

const { createHash } = require('node:crypto')
const fastify = require('fastify')()

const PIERS = ['Old Town', 'Lighthouse', 'Shipyard', 'Island']

// Every crossing of a day, as minutes after midnight.
function buildDay () {
  const crossings = []
  for (let minute = 330; minute < 1410; minute += 5) {
    const from = PIERS[(minute / 5) % PIERS.length]
    const to = PIERS[(minute / 5 + 1) % PIERS.length]
    crossings.push({ minute, from, to, clock: `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}` })
  }
  return crossings.sort((a, b) => a.minute - b.minute)
}

const day = buildDay()
const version = createHash('sha256').update(JSON.stringify(day)).digest('hex').slice(0, 12)

function firstAfter (minute) {
  let low = 0
  let high = day.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (day[middle].minute < minute) low = middle + 1
    else high = middle
  }
  return low
}

const pages = new Map()

function page (minute) {
  let found = pages.get(minute)
  if (!found) {
    if (pages.size > 60) pages.clear()
    const start = firstAfter(minute)
    const rows = [0, 1, 2, 3, 4].map((i) => day[(start + i) % day.length])
    found = { version, next: rows.map(({ clock, from, to }) => `${clock} ${from} - ${to}`) }
    pages.set(minute, found)
  }
  return found
}

fastify.addHook('onRequest', async (request, reply) => {
  reply.header('cache-control', 'max-age=20')
})

fastify.get('/', async () => {
  const time = new Date()
  return page(time.getHours() * 60 + time.getMinutes())
})

fastify.listen({ port: Number(process.env.PORT), host: process.env.HOST })
