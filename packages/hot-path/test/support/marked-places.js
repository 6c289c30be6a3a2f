'use strict'

// Servers with a marked source location (`<- here`), profiled under load.

const path = require('path')
const { look } = require('../../src/checkup/profiling-pass')
const { readSource } = require('../../src/source/source')
const { loaded } = require('./loaded')

const PLACES = path.resolve(__dirname, '../../../../trials/servers/chosen')
const SECONDS = 1

/** @returns {{ line: number, isQueue: boolean }} the marked line, and whether the wait there is for a queue */
function marked (name, mark = '<- here') {
  const lines = readSource(path.resolve(PLACES, `${name}.js`)).split('\n')
  const line = lines.findIndex((text) => text.includes(mark)) + 1
  return { line, isQueue: lines[line - 1].includes('<- here: a queue') }
}

/**
 * Loads a server below PLACES, or at an absolute path, for a while, and returns the results of the profiling pass.
 * `durationSeconds`: of the check-up, whose profiling pass is shorter.
 */
async function lookedAt (t, name, wanted, { urlPath = '/', durationSeconds = SECONDS } = {}) {
  const { running, load } = await loaded(t, path.resolve(PLACES, `${name}.js`), { urlPath, connections: 30, seconds: SECONDS })
  const alone = { isCalm: async () => true, load }
  const looks = await look(running, wanted, { durationSeconds, load, alone })
  t.equal(looks.failed, null)
  const after = await load(SECONDS)
  t.same({ non2xx: after.non2xx, errors: after.errors }, { non2xx: wanted.includes('refusals') ? after.non2xx : 0, errors: 0 })
  return looks
}

module.exports = { PLACES, lookedAt, marked }
