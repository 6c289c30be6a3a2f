'use strict'

// Which k6 there is on this machine. Nothing here installs one.

const { spawnSync } = require('child_process')
const { OperationalError } = require('../base/operational-error')

const MAJOR = 1
const PROGRAM = process.platform === 'win32' ? 'k6.exe' : 'k6'

/** @type {Map<string, string | null>} what each program said: it takes time, and is asked for during a measurement */
const versions = new Map()

/**
 * @param {string} program
 * @returns {string | null} what it says of its version; null where it cannot be started
 */
function saidBy (program) {
  if (!versions.has(program)) {
    const { error, stdout } = spawnSync(program, ['version'], { encoding: 'utf8', env: environment(), timeout: 10_000 })
    versions.set(program, error ? null : (stdout ?? '').trim())
  }
  return versions.get(program) ?? null
}

/** @returns {string | null} the program on the path */
function found () {
  return saidBy(PROGRAM) === null ? null : PROGRAM
}

/**
 * @returns {string} the program
 * @throws {OperationalError} where there is none, or none of a version that we know
 */
function usable () {
  const program = found()
  if (program === null) throw new OperationalError(`k6 is not installed. ${remedy()}.`)
  const complaint = complaintOf(saidBy(program) ?? '')
  if (complaint) throw new OperationalError(complaint)
  return program
}

/**
 * @param {string} said what `k6 version` prints
 * @returns {string | null} what is wrong with it, in a sentence, with the remedy
 */
function complaintOf (said) {
  const [, version, major] = /^k6(?:\.exe)? v((\d+)\.\d+\.\d+\S*)/m.exec(said) ?? []
  if (Number(major) === MAJOR) return null
  const what = version ? `the k6 that is installed is version ${version}` : 'the k6 that is installed does not tell its version'
  return `${what}, and hot-path knows k6 ${MAJOR}.x. ${remedy()}.`
}

function remedy () {
  return `Put a k6 ${MAJOR}.x on the path (https://grafana.com/docs/k6/latest/set-up/install-k6)`
}

/**
 * What a person has set for their own runs of k6 (K6_DURATION and the like) is not for ours; and ours ask nothing of the
 * network but what the load asks.
 *
 * @returns {NodeJS.ProcessEnv}
 */
function environment () {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('K6_'))
  return {
    ...Object.fromEntries(others),
    K6_NO_USAGE_REPORT: 'true',
    K6_AUTO_EXTENSION_RESOLUTION: 'false',
    K6_NO_COLOR: 'true'
  }
}

module.exports = { complaintOf, environment, found, remedy, usable }
