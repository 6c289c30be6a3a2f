'use strict'

// Stands for the scheduler of all jobs: editors were promised news every ten seconds. It is not ours to change.

const EVERY_MS = 10_000

function everyTenSeconds (job) {
  setInterval(job, EVERY_MS)
}

module.exports = { everyTenSeconds }
