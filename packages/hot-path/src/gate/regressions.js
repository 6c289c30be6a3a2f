'use strict'

// What a slower version does more of: looked for with profiles of both.

const path = require('path')
const { OperationalError } = require('../util/errors')
const { perRequest, whatGrew } = require('../source/profile-diff')
const { typical } = require('../verdict/rounds')
const { SourceMaps } = require('../source/source-maps')
const { fromCpuProfile, isServing } = require('../source/stacks')
const { profilesInTurns } = require('./interleaved-profiles')

/** @typedef {import('../types/pipeline').WeightedStack} WeightedStack */

/**
 * @typedef {object} Looked into both versions
 * @property {import('../types/comparison').Grown[]} functions most grown first
 * @property {{ before: WeightedStack[], after: WeightedStack[] }} stacks weights in microseconds of a request
 */

// While it is looked into, V8 compiles nothing into its callers, which costs some servers a quarter more. It can also
// leave a function uncompiled then, and what a server does that costs many times as much is not what was measured. The
// last try leaves V8 as it is. A server whose cost grows with each request costs more by then, too, and rightly.
const MOST_TIMES_MEASURED = 2
const GROWS = 1.1
const MOST_TRIES = 3

/**
 * Looks into both versions, to say which functions take longer than before.
 *
 * @param {import('../types/pipeline').Subject[]} subjects baseline and candidate
 * @param {import('../types/pipeline').Session} session in which they were measured
 * @param {{ connections: number, reports: string, say: (sentence: string) => void }} options `reports`: where the
 *   profiles are kept; `say`: what goes on, and what cannot be told
 * @returns {Promise<Looked | null>} null where it cannot be told
 */
async function grownIn (subjects, { samples, machine }, { say, ...options }) {
  say('It is slower. Looking for what grew, with profiles of both.')
  const mostUs = subjects.map(function ({ id }) {
    const own = samples.filter(({ subject }) => subject === id)
    const grows = typical(own, 'costGrowth', machine) > GROWS
    return grows ? Infinity : MOST_TIMES_MEASURED * typical(own, 'serverCpuUsPerRequest', machine)
  })
  try {
    for (let tried = 1; tried <= MOST_TRIES; tried++) {
      const inlines = tried === MOST_TRIES
      const profiled = await profilesInTurns(subjects, { ...options, inlines })
      const seen = profiled.map((one, i) => toSeen(one, subjects[i]))
      if (seen.some(({ cpuUs }, i) => cpuUs > mostUs[i])) continue
      const looked = compared(seen)
      if (looked.functions.length === 0) say('No function stands out: what grew is spread over many.')
      else if (inlines) say('What V8 compiled into its callers counts as theirs here.')
      return looked
    }
    say('What grew cannot be told: while they are looked into, they take many times the CPU that was measured.')
  } catch (err) {
    if (!(err instanceof OperationalError)) throw err
    say(`What grew cannot be told: ${err.message}`)
  }
  return null
}

/**
 * @param {import('./interleaved-profiles').Profiled} profiled
 * @param {import('../types/pipeline').Subject} subject
 */
function toSeen ({ raw, requests }, { cwd = process.cwd(), entry }) {
  const stacks = fromCpuProfile(new SourceMaps().asWritten(raw)).filter(isServing)
  const cpuUs = stacks.reduce((sum, { weight }) => sum + weight, 0) / requests
  return { cpuUs, requests, stacks, folder: cwd, entry }
}

/** @param {ReturnType<typeof toSeen>[]} seen before and after */
function compared ([before, after]) {
  const name = path.basename(after.entry)
  return {
    functions: whatGrew(before, after),
    stacks: { before: perRequest(before, name), after: perRequest(after, name) }
  }
}

module.exports = { grownIn }
