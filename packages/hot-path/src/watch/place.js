'use strict'

// The line that takes most time in one version.

const { look } = require('../checkup/profiling-pass')
const { drive, findDriver } = require('../load/drivers')
const { toWorkload } = require('../load/workload')
const { start } = require('../process/subject')
const { compiledIn } = require('../instruments/run')
const { shorten, readSource, sourceFilesOf } = require('../source/source')
const { computing } = require('../source/locations')
const { SourceMaps } = require('../source/source-maps')
const { waiting } = require('../source/wait-lines')
const { judgeByEntry } = require('../util/frame-kind')

// Below this event-loop utilisation, requests wait for something else than the main thread.
const BUSY = 0.6
const SECONDS = 3 // of which the profiling pass takes a third
const WARMUP_SECONDS = 0.5
const NO_LIMITS = { connectionsTo: [], refusedShare: 0 }

/** @typedef {import('../types/pipeline').Place} Place */

/**
 * Profiles a server in a process of its own.
 *
 * @param {import('../types/pipeline').Subject} subject
 * @param {{ directory: string, connections: number, loopUtilization: number }} options
 * @returns {Promise<Place | null>} where its main thread computes, or where its requests wait if it is mostly idle;
 *   null if no line stands out
 * @throws {import('../util/errors').OperationalError} if the server does not start, or ends early
 */
async function slowestPlace (subject, { directory, connections, loopUtilization }) {
  judgeByEntry(subject)
  const running = await start(subject, { directory, processMetrics: true, anyPort: true })
  try {
    const load = (/** @type {number} */ seconds) => {
      const workload = toWorkload(subject, { connections, durationSeconds: seconds })
      return drive(findDriver('built-in', workload), running.address, workload)
    }
    await running.whileAlive(load(WARMUP_SECONDS))
    const looks = await look(running, ['cpu', 'waits'], { durationSeconds: SECONDS, load })
    const sources = new SourceMaps(await compiledIn(running))
    const seen = sources.asWritten(looks)
    const options = { readSource, sourceFiles: sourceFilesOf(subject.entry) }
    const places = loopUtilization < BUSY
      ? waiting(seen, { connections, ...NO_LIMITS }, options)
      : computing(seen, options)
    const [place = null] = sources.ofFiles(places)
    return place && { ...place, file: shorten(place.file) }
  } finally {
    await running.kill()
  }
}

module.exports = { slowestPlace }
