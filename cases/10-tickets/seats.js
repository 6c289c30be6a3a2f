'use strict'

const { setTimeout: wait } = require('timers/promises')

// Stands for a database: each answer takes a moment.
const ANSWERS_AFTER_MS = 10

const left = new Map([['opera', 1], ['jazz', 120]])

async function free (concert) {
  await wait(ANSWERS_AFTER_MS)
  return left.get(concert) ?? 0
}

async function setFree (concert, seats) {
  await wait(ANSWERS_AFTER_MS)
  left.set(concert, seats)
}

module.exports = { free, setFree }
