'use strict'

// `attach <pid> stalls` of servers that stall now and then, under light load. Each server logs when it was blocked.

const fs = require('fs')
const path = require('path')
const { LONGER_THAN_MS, NODE, SERVERS, WATCH_SECONDS, serverOf } = require('./judged')
const { attachTo, firstPlace, load, withServer } = require('./processes')

const REQUESTS_PER_SECOND = 20
// The load begins before the watch, and ends after it.
const LOAD_SECONDS = WATCH_SECONDS + 3

function wanted () {
  const entries = fs.readdirSync(path.join(SERVERS, 'stalls'), { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => ({ job: name }))
}

/** @param {{ job: string }} trial */
async function tried ({ job }) {
  return withServer(NODE, [serverOf(job)], async function (server) {
    const args = ['stalls', `--longer-than=${LONGER_THAN_MS}`, `--duration=${WATCH_SECONDS}`]
    let beganMs = NaN
    const onBegin = () => {
      beganMs = Date.now()
    }
    const [{ record, error }] = await Promise.all([
      attachTo(NODE, server.pid, args, onBegin),
      load(server, { durationSeconds: LOAD_SECONDS, requestsPerSecond: REQUESTS_PER_SECOND })
    ])
    const blocks = server.lines
      .map((line) => JSON.parse(line))
      .map(({ atMs, ms }) => ({ atSeconds: rounded((atMs - beganMs) / 1000), seconds: rounded(ms / 1000) }))
    const stalls = (record.stalls ?? []).map(kept)
    return { blocks, stalls, error }
  })
}

/** @param {any} stall */
function kept ({ atSeconds, seconds, cause, places }) {
  return { atSeconds: rounded(atSeconds), seconds: rounded(seconds), cause, place: firstPlace(places) }
}

/** @param {number} seconds */
function rounded (seconds) {
  return Number(seconds.toFixed(3))
}

module.exports = { kept, tried, wanted }
