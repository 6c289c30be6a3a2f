'use strict'

const path = require('path')
const { OperationalError } = require('../../base/operational-error')
const { levelOf } = require('../../judge/judge')
const { plainVerdict } = require('../../base/numbers')
const { judgeClaim } = require('../../judge/verdict')
const { claimedText } = require('../claim-text')
const { printRecord, saveRecord } = require('../record')
const { measureShown, plainPlan } = require('../plan')
const { toSubject } = require('../subjects')

// Many short rounds rather than few long ones: how much one odd round weighs depends on how many there are.
const DURATION_SECONDS = 0.5
const WARMUP_SECONDS = 2
const LATENCY_SECONDS = 0.3
// Of those that are measured by themselves, which takes longer, half as many; three are the least for an interval.
const LEAST_ROUNDS_ALONE = 3

/** @type {import('.').Command} */
module.exports = {
  name: 'claims',
  usage: '',
  summary: 'checks what hot-path.config.js claims about its subjects',
  options: ['rounds', 'connections', 'workers', 'driver', 'save', 'lenient', 'json'],
  // As many as fit into four minutes. The texts' own session has forty.
  defaults: { rounds: '5' },
  positionals: [0, 0],
  async run (_, { config, save, lenient, json, ...options }) {
    const { claims, folder } = /** @type {Config} */ (config)
    if (claims.length === 0) {
      throw new OperationalError(
        'there is no claim to check: hot-path.config.js is where they stand. See: npx hot-path init'
      )
    }
    const ids = named(config)
    console.error(`Measuring ${ids.join(', ')} in turns, ${options.rounds} rounds.`)
    const session = await measureShown(
      ids.map((id) => toSubject(id, { config })),
      planOf(config, options)
    )
    const judged = claims.map((claim) => judgeClaim(claim, session.samples, session.machine, levelOf(claims.length)))
    if (save) saveRecord(path.join(folder, 'results/claims.json'), 'claims', { ...session, claims: judged })
    if (json) printRecord('claims', { subjects: ids, claims: judged, samples: session.samples })
    else {
      console.log(
        [
          ...judged.map((one, i) => format(claims[i], one)),
          `All intervals hold together at 95 %: each is corrected for ${claims.length} claims.`
        ].join('\n\n')
      )
    }
    if (judged.some(({ verdict }) => verdict === 'fails')) return 1
    return lenient || judged.every(({ verdict }) => verdict === 'holds') ? 0 : 3
  }
}

/** @typedef {import('../config-file').ResolvedConfig} Config */

/**
 * @param {Config} config
 * @returns {string[]} the subjects that any claim speaks of, in the order of the config
 */
function named ({ subjects, claims }) {
  const ids = new Set(claims.flatMap(({ subject, over }) => [subject, over]))
  return subjects.map(({ id }) => id).filter((id) => ids.has(id))
}

/**
 * @param {Config} config
 * @param {Record<string, any>} options
 * @returns {import('../../measure/session').Plan}
 */
function planOf ({ subjects, claims }, { rounds, connections, workers, driver }) {
  const about = (/** @type {RegExp} */ metrics) =>
    claims
      .filter(({ metric }) => metrics.test(metric))
      .flatMap(({ subject, over }) => (over ? [subject, over] : [subject]))
  return {
    ...plainPlan({ rounds, connections, workers, driver, duration: DURATION_SECONDS }),
    warmupSeconds: WARMUP_SECONDS,
    latencySeconds: LATENCY_SECONDS,
    latencyOf: [
      ...new Set([...subjects.filter(({ featured }) => featured).map(({ id }) => id), ...about(/^latencyMs/)])
    ],
    roundsAlone: Math.max(LEAST_ROUNDS_ALONE, Math.floor(rounds / 2)),
    retainedOf: about(/^retainedBytesPerRequest$/)
  }
}

// Of a verdict, in front of a claim.
const MARGIN_WIDTH = 20
const INDENT = ' '.repeat(MARGIN_WIDTH)

/**
 * @param {import('../config-file').Claim} claim
 * @param {ReturnType<typeof judgeClaim>} judged
 */
function format (claim, judged) {
  const { verdict, reason, doubts, outliers } = judged
  const lines = [
    `${plainVerdict(verdict).padEnd(MARGIN_WIDTH)}${claim.text}`,
    `${INDENT}measured: ${claimedText(claim, judged)}`
  ]
  if (reason && judged.ratio !== null) lines.push(`${INDENT}${reason}`)
  if (verdict !== 'holds') {
    lines.push(
      ...outliers.map(
        ({ round, times }) => `${INDENT}round ${round} differs from the others: ${+times.toPrecision(2)} times`
      )
    )
    lines.push(...doubts.map(({ sentence, remedy }) => `${INDENT}${sentence} ${remedy}`))
  }
  return lines.join('\n')
}
