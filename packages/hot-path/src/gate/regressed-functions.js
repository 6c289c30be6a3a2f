'use strict'

// Finds the functions that make the candidate slower, from profiles of both versions.

const path = require('path')
const { OperationalError } = require('../util/errors')
const { allChanges, changesBetween, rootsOf } = require('./changes')
const { perRequest, whatGrew } = require('../source/profile-diff')
const { typical } = require('../verdict/rounds')
const { SourceMaps } = require('../source/source-maps')
const { fromCpuProfile, isServing } = require('../source/stacks')
const { profilesInTurns } = require('./interleaved-profiles')

/** @typedef {import('../types/pipeline').WeightedStack} WeightedStack */

/**
 * @typedef {object} Looked result of profiling both versions
 * @property {import('../types/comparison').Grown[]} functions regressed functions, by severity
 * @property {string[]} changes what differs between the versions, if it is in none of these functions
 * @property {{ before: WeightedStack[], after: WeightedStack[] }} stacks weights in microseconds per request
 */

// Profiling disables inlining, which costs some servers a quarter more CPU. V8 can then also leave a function
// uncompiled. A profile with more than this many times the measured CPU per request is therefore discarded. The last
// try keeps inlining enabled. A server whose requests take longer and longer while it is profiled is exempt: it has
// served more requests by then, so it does cost more.
const MOST_TIMES_MEASURED = 2
const GROWS = 1.2
const MOST_TRIES = 3

/**
 * Profiles both versions and finds the functions that take longer than before.
 *
 * @param {import('../types/pipeline').Subject[]} subjects baseline and candidate
 * @param {import('../types/pipeline').Session} session the measurement of both
 * @param {{ connections: number, reports: string, say: (sentence: string) => void }} options `reports`: directory for
 *   the profiles; `say`: reports progress and failures
 * @returns {Promise<Looked | null>} null if the profiles cannot explain the slowdown
 */
async function grownIn (subjects, { samples, machine }, { say, ...options }) {
  say('The candidate is slower. Profiling both versions to find the regressed functions.')
  const mostUs = subjects.map(function ({ id }) {
    const own = samples.filter(({ subject }) => subject === id)
    return MOST_TIMES_MEASURED * typical(own, 'serverCpuUsPerRequest', machine)
  })
  try {
    for (let tried = 1; tried <= MOST_TRIES; tried++) {
      const inlines = tried === MOST_TRIES
      const profiled = await profilesInTurns(subjects, { ...options, inlines })
      const seen = profiled.map((one, i) => toSeen(one, subjects[i]))
      if (seen.some(({ cpuUs, growth }, i) => cpuUs > mostUs[i] && !(growth > GROWS))) continue
      const looked = compared(seen)
      if (looked.functions.length === 0) say('No function stands out: the additional cost is spread over many functions.')
      else if (inlines) say('The time of inlined functions is attributed to their callers.')
      return looked
    }
    say(`Regressed functions unknown: under the profiler, the servers used more than ${MOST_TIMES_MEASURED} times the measured CPU.`)
  } catch (err) {
    if (!(err instanceof OperationalError)) throw err
    say(`Regressed functions unknown: ${err.message}`)
  }
  return null
}

/**
 * @param {import('./interleaved-profiles').Profiled} profiled
 * @param {import('../types/pipeline').Subject} subject
 */
function toSeen ({ raw, compiled, requests, growth }, { cwd = process.cwd(), entry }) {
  const stacks = fromCpuProfile(new SourceMaps(compiled).asWritten(raw)).filter(isServing)
  const cpuUs = stacks.reduce((sum, { weight }) => sum + weight, 0) / requests
  return { cpuUs, requests, growth, stacks, folder: cwd, entry }
}

/** @param {ReturnType<typeof toSeen>[]} seen baseline and candidate */
function compared ([before, after]) {
  const name = path.basename(after.entry)
  const [then, now] = rootsOf(before.folder, after.folder)
  const versions = /** @type {const} */ ([{ ...before, folder: then }, { ...after, folder: now }])
  const functions = whatGrew(...versions, changesBetween(...versions))
  return {
    functions,
    changes: functions.some(({ change }) => change !== null) ? [] : allChanges(...versions),
    stacks: { before: perRequest(before, name), after: perRequest(after, name) }
  }
}

module.exports = { grownIn }
