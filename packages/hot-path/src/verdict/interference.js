'use strict'

const { isGeneratorBound, remedyOf } = require('./validity')
const { noticeableCores } = require('./thresholds')
const { capitalised, wholePercent } = require('../util/format')

/** @typedef {import('../types/verdict').CoreUse} CoreUse */
/** @typedef {import('../types/verdict').Disturbance} Disturbance */

// With one core idle on average, the server did not have to wait for a core.
const FREE_CORES = 1

/**
 * Detects interference: CPU contention, or a saturated load generator. Pure.
 *
 * @param {CoreUse | null} cores CPU use while the load ran; null if the system does not report it
 * @param {Pick<import('../types/pipeline').Load, 'driver' | 'generatorUtilization'> | null} load null if the server had
 *   ended
 * @returns {Disturbance | null} null if there was none. CPU contention is checked first, because under contention the
 *   load generator may only seem saturated.
 */
function disturbanceOf (cores, load) {
  if (!cores) return null
  return byNeighbours(cores) ?? (load ? byGenerator(cores, load) : null)
}

/**
 * @param {CoreUse} cores
 * @returns {Disturbance | null}
 */
function byNeighbours ({ machine, others, stolen, idle }) {
  if (!(others >= noticeableCores(machine) && idle < FREE_CORES)) return null
  const isHost = stolen >= others / 2
  const who = isHost ? 'the hypervisor' : 'other programs'
  const clause = `${who} took ${others.toFixed(1)} of the ${machine} cores`
  return {
    name: 'neighbours',
    clause,
    sentence: `${capitalised(clause)} while this ran: the server had to wait for a core, which affects all figures below.`,
    remedy: isHost
      ? 'Run again when the other virtual machines of the host are idle, or use another machine.'
      : 'Close them, and run again.'
  }
}

/**
 * Compares the load generator with the server. Event-loop utilisation of the server is not measured under an
 * instrument, so CPU use replaces it, for both: waiting for a core then counts as busy for neither.
 *
 * @param {CoreUse} cores
 * @param {Pick<import('../types/pipeline').Load, 'driver' | 'generatorUtilization'>} load
 * @returns {Disturbance | null}
 */
function byGenerator ({ machine, subject, generator }, { driver, generatorUtilization }) {
  const busy = Math.min(generatorUtilization, generator)
  const sample = { driver, generatorUtilization: busy, loopUtilization: Math.min(1, subject) }
  if (!isGeneratorBound(/** @type {any} */ ([sample]), { cores: machine })) return null
  const clause = `the load generator (${driver}) was ${wholePercent(busy)} busy, the server only ${wholePercent(subject)}`
  return {
    name: 'generator-bound',
    clause,
    sentence: `${capitalised(clause)}: the load generator was the bottleneck, and the server could do more.`,
    remedy:
      driver === 'locust'
        ? remedyOf(driver)
        : 'Use a load generator that needs less CPU: npx hot-path compare <server> --driver=wrk.'
  }
}

module.exports = { disturbanceOf }
