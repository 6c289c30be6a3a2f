'use strict'

const path = require('path')
const catalog = require('../catalog')
const claims = require('../claims')
const { measured } = require('../harness/report/numbers')
const { judgeClaim } = require('../harness/verdict')
const { printRecord, saveRecord } = require('./record')
const { measureShown, plainPlan } = require('./session')
const { toSubject } = require('./subjects')

// Many short rounds rather than few long ones: how much one odd round weighs depends on how many there are.
const DURATION_SECONDS = 0.6
const WARMUP_SECONDS = 0.5
// Of those that take seconds each. What they show is many times what noise does; the interval of five (Student's t) is
// as wide as that of six (exact): 1.24 standard deviations to each side, beside 1.27. With six, a session takes too long.
const ROUNDS_ALONE = 5
const RESULTS = path.resolve(__dirname, '../results/claims.json')

/** @type {import('./commands').Command} */
module.exports = {
  name: 'claims',
  usage: '',
  summary: 'checks every claim that the texts make; what npm test ends with',
  options: ['rounds', 'connections', 'driver', 'save', 'lenient', 'json'],
  // With nine, an interval of 95 % stands one round that went wrong; seven do not. And all within four minutes.
  defaults: { rounds: '9' },
  positionals: [0, 0],
  async run (_, { rounds, connections, driver, save, lenient, json }) {
    const session = await measureAll({
      ...plainPlan({ rounds, connections, driver, duration: DURATION_SECONDS }),
      warmupSeconds: WARMUP_SECONDS,
      roundsAlone: ROUNDS_ALONE,
      retainedOf: claims.filter(({ metric }) => metric === 'retainedBytesPerRequest').map(({ subject }) => subject)
    })
    const judged = claims.map((claim) => judgeClaim(claim, session.samples, session.machine))
    if (save) saveRecord(RESULTS, 'claims', { ...session, claims: judged })
    if (json) printRecord('claims', { subjects: named(), claims: judged, samples: session.samples })
    else console.log(judged.map(tell).join('\n\n'))
    if (judged.some(({ verdict }) => verdict === 'fails')) return 1
    return lenient || judged.every(({ verdict }) => verdict === 'holds') ? 0 : 3
  }
}

/** @returns {string[]} the subjects that any claim speaks of, in the order of the catalog */
function named () {
  const ids = new Set(claims.flatMap(({ subject, over }) => [subject, over]))
  return catalog.map(({ id }) => id).filter((id) => ids.has(id))
}

/** @param {import('../harness/measure').Plan} plan */
async function measureAll (plan) {
  const subjects = named().map((id) => toSubject(id))
  console.error(`Measuring ${named().join(', ')} in turns, ${plan.rounds} rounds.`)
  return measureShown(subjects, plan)
}

/** @param {ReturnType<typeof judgeClaim>} judged */
function tell ({ id, verdict, ratio, interval, doubts }) {
  const claim = claims.find((claim) => claim.id === id)
  const lines = [`${verdict.padEnd(12)}  ${claim?.text}`, `${' '.repeat(12)}  measured: ${measured(ratio, interval)}`]
  if (verdict !== 'holds') lines.push(...doubts.map(({ sentence, remedy }) => `${' '.repeat(12)}  ${sentence} ${remedy}`))
  return lines.join('\n')
}
