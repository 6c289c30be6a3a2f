'use strict'

// What a slower version does more of: looked for with profiles of both.

const fs = require('fs')
const path = require('path')
const { OperationalError } = require('../base/operational-error')
const { perRequest, whatGrew } = require('../comparison/what-grew')
const { typical } = require('../judge/typical')
const { toWorkload } = require('../load/workload')
const { shorten } = require('../places/source')
const { fromCpuProfile, isServing } = require('../places/stacks')
const { inspect } = require('../profile/inspect')
const instruments = require('../profile/instruments')

/** @typedef {import('../records').WeightedStack} WeightedStack */

/**
 * @typedef {object} Looked into both versions
 * @property {import('../comparison/records').Grown[]} functions most grown first
 * @property {{ before: WeightedStack[], after: WeightedStack[] }} stacks weights in microseconds of a request
 */

const INSTRUMENT = instruments['cpu-profile']
const PROFILE_SECONDS = 2

/**
 * Looks into both versions, to say which functions take longer than before.
 *
 * @param {import('../records').Subject[]} subjects baseline and candidate
 * @param {import('../records').Session} session
 * @param {{ connections: number, reports: string }} options `reports`: where the profiles are kept
 * @returns {Promise<Looked | null>} null where one cannot be looked into
 */
async function grownIn (subjects, { samples, machine }, { connections, reports }) {
  // A profile is made with the Node that runs this.
  if (subjects.some(({ node }) => node !== undefined)) return null
  console.error('It is slower. Looking for what grew, with profiles of both.')
  const seen = []
  for (const subject of subjects) {
    const workload = toWorkload(subject, { connections, durationSeconds: PROFILE_SECONDS })
    const cpuUs = Number(typical(samples.filter(({ subject: id }) => id === subject.id), 'serverCpuUsPerRequest', machine))
    try {
      const profile = /** @type {any} */ (await inspect(INSTRUMENT, subject, workload, { reports }))
      const raw = path.join(reports, subject.id, `${INSTRUMENT.name}.cpuprofile`)
      const stacks = fromCpuProfile(JSON.parse(fs.readFileSync(raw, 'utf8'))).filter(isServing)
      const at = { folder: shorten(subject.cwd ?? process.cwd()), entry: shorten(subject.entry) }
      seen.push({ profile, cpuUs, ...at, stacks })
    } catch (err) {
      if (!(err instanceof OperationalError)) throw err
      console.error(`What grew cannot be told: ${err.message}`)
      return null
    }
  }
  const [before, after] = seen
  const name = path.basename(after.entry)
  return {
    functions: whatGrew(before, after),
    stacks: { before: perRequest(before, name), after: perRequest(after, name) }
  }
}

module.exports = { grownIn }
