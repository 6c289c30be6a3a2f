'use strict'

const path = require('path')
const { OperationalError } = require('../../util/errors')
const { counted, plainVerdict, wrap } = require('../../util/format')
const { judgeClaims } = require('../../verdict/claim-verdict')
const { measure } = require('../../measurement/session')
const { claimedText, sessionsOf } = require('../claims')
const { progress, sayHowLong, tell } = require('../terminal')
const { aboutSeconds, plainPlan } = require('../../comparison/plan')
const { printRecord, saveRecord } = require('../../report/record')
const { toSubject } = require('../../config/subjects')
const { withServerProcess } = require('../../process/npm-start')

// Many short rounds rather than few long ones, to limit the weight of an outlier round.
const DURATION_SECONDS = 0.5
const WARMUP_SECONDS = 1.25
const LATENCY_SECONDS = 0.3
// Maximum duration of a sample for a subject whose own load is longer. With --save, the full duration applies.
const MOST_SECONDS = 2.5

/** @type {import('../command').Command} */
module.exports = {
  name: 'claims',
  usage: '',
  summary: 'Check the claims of hot-path.config.js',
  options: ['rounds', 'connections', 'workers', 'driver', 'save', 'lenient', 'json'],
  positionals: [0, 0],
  async run (_, { config, save, lenient, json, given, ...options }) {
    const { claims, folder } = /** @type {Config} */ (config)
    if (claims.length === 0) {
      throw new OperationalError(
        'hot-path.config.js is missing or has no claims. To write one with an example, run: npx hot-path init'
      )
    }
    const ids = named(config)
    const subjects = []
    for (const id of ids) {
      const subject = await withServerProcess(toSubject(id, { config }), tell)
      subjects.push(save ? subject : shortened(subject))
    }
    const sessions = sessionsOf(claims, subjects, given.includes('rounds') ? options.rounds : undefined)
    tell(`Measuring ${ids.join(', ')}, in ${counted(sessions.length, 'session')} of up to two interleaved servers.`)
    const plan = planOf(config, { ...options, save })
    sayHowLong(sessions.reduce((sum, session) => sum + secondsOf(session, plan), 0))
    const measured = await measureAll(sessions, plan)
    const judged = judgeClaims(claims, measured.samples, measured.machine)
    if (save) saveRecord(path.join(folder, 'results/claims.json'), 'claims', { ...measured, claims: judged })
    if (json) printRecord('claims', { subjects: ids, claims: judged, samples: measured.samples })
    else {
      console.log(
        [
          ...judged.map((one, i) => format(claims[i], one)),
          ...wrap(`With 95 % confidence, all verdicts are right (Holm's correction for ${counted(claims.length, 'claim')}).`, WIDTH),
          `Claims: ${verdicts(judged)}`
        ].join('\n\n')
      )
    }
    if (judged.some(({ verdict }) => verdict === 'fails')) return 1
    return lenient || judged.every(({ verdict }) => verdict === 'holds') ? 0 : 3
  }
}

/** @typedef {import('../../types/config').ResolvedConfig} Config */

/**
 * @param {{ verdict: string }[]} judged
 * @returns {string} how often each verdict occurs: `7 holds, 1 too noisy to tell`
 */
function verdicts (judged) {
  const all = judged.map(({ verdict }) => plainVerdict(verdict))
  return [...new Set(all)].map((one) => `${all.filter((other) => other === one).length} ${one}`).join(', ')
}

/**
 * @param {Config} config
 * @returns {string[]} ids of the subjects of any claim, in config order
 */
function named ({ subjects, claims }) {
  const ids = new Set(claims.flatMap(({ subject, over }) => [subject, over]))
  return subjects.map(({ id }) => id).filter((id) => ids.has(id))
}

/**
 * @param {import('../../types/pipeline').Subject} subject
 * @returns {import('../../types/pipeline').Subject}
 */
function shortened (subject) {
  const { load } = subject
  if (load?.leastSeconds === undefined) return subject
  return { ...subject, load: { ...load, leastSeconds: Math.min(load.leastSeconds, MOST_SECONDS) } }
}

/**
 * Measures the sessions sequentially. Rounds are numbered across sessions, so samples with the same round number were
 * measured together.
 *
 * @param {ReturnType<typeof sessionsOf>} sessions
 * @param {Omit<import('../../types/pipeline').Plan, 'rounds'>} plan
 * @returns {Promise<import('../../types/pipeline').Session>}
 */
async function measureAll (sessions, plan) {
  const shown = progress(process.stderr)
  const all = []
  let roundsBefore = 0
  try {
    for (const [i, { subjects, roundsOf }] of sessions.entries()) {
      const rounds = Math.max(...Object.values(roundsOf))
      // Measuring retained memory takes 2 s, so do it only in a subject's first session.
      const retainedOf = plan.retainedOf?.filter((id) => !sessions.slice(0, i).some((before) => id in before.roundsOf))
      const session = await measure(subjects, { ...plan, rounds, roundsOf, retainedOf }, {
        reports: path.resolve('reports'),
        onProgress: (fraction) => shown.update('measure', (i + fraction) / sessions.length)
      })
      const first = roundsBefore
      all.push({ ...session, samples: session.samples.map((sample) => ({ ...sample, round: first + sample.round })) })
      roundsBefore += rounds
    }
  } finally {
    shown.end()
  }
  return { ...all[0], plan: { ...plan, rounds: roundsBefore }, samples: all.flatMap(({ samples }) => samples) }
}

/**
 * @param {ReturnType<typeof sessionsOf>[0]} session
 * @param {Omit<import('../../types/pipeline').Plan, 'rounds'>} plan
 * @returns {number} estimated duration in seconds
 */
function secondsOf ({ subjects, roundsOf }, plan) {
  return subjects.reduce((sum, subject) => sum + aboutSeconds([subject], { ...plan, rounds: roundsOf[subject.id] }), 0)
}

/**
 * @param {Config} config
 * @param {Record<string, any>} options
 * @returns {Omit<import('../../types/pipeline').Plan, 'rounds'>}
 */
function planOf ({ subjects, claims }, { rounds, connections, workers, driver, save }) {
  const about = (/** @type {RegExp} */ metrics) =>
    claims
      .filter(({ metric }) => metrics.test(metric))
      .flatMap(({ subject, over }) => (over ? [subject, over] : [subject]))
  const featured = save ? subjects.filter(({ featured }) => featured).map(({ id }) => id) : []
  const { roundsAlone, ...plan } = plainPlan({ rounds, connections, workers, driver, duration: DURATION_SECONDS })
  return {
    ...plan,
    warmupSeconds: WARMUP_SECONDS,
    latencySeconds: LATENCY_SECONDS,
    latencyOf: [...new Set([...featured, ...about(/^latencyMs/)])],
    retainedOf: about(/^retainedBytesPerRequest$/)
  }
}

// Width of the verdict column.
const MARGIN_WIDTH = 20
const INDENT = ' '.repeat(MARGIN_WIDTH)
const WIDTH = 80

/**
 * @param {import('../../types/config').Claim} claim
 * @param {ReturnType<typeof judgeClaims>[number]} judged
 */
function format (claim, judged) {
  const { verdict, reason, doubts, outliers } = judged
  const sentences = [claim.text, `measured: ${claimedText(claim, judged)}`]
  if (reason && judged.ratio !== null) sentences.push(reason)
  if (verdict !== 'holds') {
    sentences.push(...outliers.map(({ round, times }) => `outlier: round ${round}, ${+times.toPrecision(2)} times the others`))
    sentences.push(...doubts.map(({ sentence, remedy }) => `${sentence} ${remedy}`))
  }
  const lines = sentences.flatMap((sentence) => wrap(sentence, WIDTH - MARGIN_WIDTH)).map((line) => INDENT + line)
  return [plainVerdict(verdict) + lines[0].slice(plainVerdict(verdict).length), ...lines.slice(1)].join('\n')
}
