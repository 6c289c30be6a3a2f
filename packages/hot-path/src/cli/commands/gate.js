'use strict'

const path = require('path')
const { assertSameContract } = require('../../measure/contract')
const { OperationalError } = require('../../base/operational-error')
const { change, difference, plainVerdict } = require('../../base/numbers')
const { withRunDirectory } = require('../../base/run-directory')
const { judgeGate } = require('../../judge/verdict')
const { withoutSecrets } = require('../../load/requests')
const { loadText } = require('../../load/workload')
const { printRecord } = require('../record')
const { atRevision } = require('../revision')
const { gatePlan, leastSecondsOf, measureShown } = require('../plan')
const { toSubject } = require('../subjects')
const { formatPortsOf } = require('../format-ports')
const { OF_REQUESTS } = require('../option-list')

const STATUS = { holds: 0, fails: 1, inconclusive: 3, invalid: 3 }

/** @type {import('.').Command} */
const gate = {
  name: 'gate',
  usage: '--baseline=<file> --candidate=<file>',
  summary: 'two versions of one server: is the second slower?',
  options: [
    'baseline',
    'candidate',
    ...OF_REQUESTS,
    'port',
    'margin',
    'alarm',
    'budget',
    'connections',
    'workers',
    'driver',
    'lenient',
    'json'
  ],
  // Enough to keep one thread full. With more, each answer takes longer, and so would each burst (see measure.js).
  defaults: { connections: '50' },
  positionals: [0, 0],
  startsServer: true,
  async run (_, values) {
    const { session, subjects } = await withRunDirectory(path.resolve('reports'), async function (directory) {
      const subjects = await toSubjects(values, directory)
      await assertSameContract(subjects[0], subjects[1], directory)
      return { subjects, session: await measureSubjects(subjects, values) }
    })
    const result = judgeGate(session.samples, session.machine, { margin: values.margin, alarm: values.alarm })
    if (values.json) {
      const [{ path: wholePath, load }] = subjects
      const { path: urlPath, requests } = withoutSecrets({ path: wholePath, requests: load?.requests })
      printRecord('gate', {
        subjects: subjects.map(({ file }) => file),
        path: urlPath,
        ...(requests && { requests }),
        ...result,
        samples: session.samples
      })
    } else {
      console.log(
        [
          ...formatPortsOf({ baseline: subjects[0], candidate: subjects[1] }, session.samples),
          format(result, /** @type {any} */ (values))
        ].join('\n')
      )
    }
    const status = STATUS[result.verdict]
    return status === 3 && values.lenient ? 0 : status
  }
}

/**
 * @param {import('../../records').Subject[]} subjects
 * @param {Record<string, any>} values
 */
async function measureSubjects (subjects, { budget, connections, driver, workers }) {
  const plan = gatePlan({ driver, connections, workers, budgetSeconds: budget })
  const leastSeconds = Math.ceil(leastSecondsOf(plan))
  const time =
    leastSeconds > budget
      ? `about ${leastSeconds} s: a verdict takes five rounds, and --budget=${budget}s is too short for them`
      : `about ${budget} s`
  console.error(`Measuring ${subjects[0].file} and ${subjects[1].file} in turns, for ${time}: ${loadText(plan)}.`)
  return measureShown(subjects, plan)
}

/**
 * @param {Record<string, any>} values
 * @param {string} directory for a work tree of another revision
 */
async function toSubjects ({ baseline, candidate, ...options }, directory) {
  if (!baseline || !candidate) {
    throw new OperationalError(
      'gate needs both --baseline=<file> and --candidate=<file>. See: npx hot-path gate --help'
    )
  }
  const judged = toSubject(candidate, options)
  const reference = baseline.startsWith('git:')
    ? atRevision(judged, baseline.slice(4), directory)
    : toSubject(baseline, options)
  // Both get the same load: that of the candidate, where none is given.
  return [
    { ...reference, id: 'baseline', path: judged.path, load: judged.load },
    { ...judged, id: 'candidate' }
  ]
}

/**
 * @param {import('../../judge/verdict').GateResult} result
 * @param {{ margin: number, alarm: number, budget: number }} options
 * @returns {string}
 */
function format (result, options) {
  const { verdict, reason, smallest, rounds, witnesses, doubts } = result
  const [around, others] = [doubts.filter(isAround), doubts.filter((doubt) => matters(doubt) && !isAround(doubt))]
  const lines = [
    ...around.flatMap(({ sentence, remedy }) => [`${sentence} ${remedy}`, '']),
    `Gate: ${verdict}. ${MEANINGS[verdict](result, options)}`,
    ''
  ]
  if (reason && verdict !== 'invalid') lines.push(`  ${capital(reason)}.`)
  for (const [metric, { ratio, interval, verdict, reason }] of Object.entries(witnesses)) {
    lines.push(
      `  ${LABELS[metric]}  ${ratio === null || !interval ? reason : `${change(ratio)}  [${interval.map(change).join(' .. ')}]  ${plainVerdict(verdict)}`}`
    )
  }
  if (rounds > 0) {
    lines.push(
      '',
      `Measured in ${rounds} rounds; both intervals hold together at 95 %.${power(verdict, smallest, options)}`
    )
  }
  for (const [metric, { outliers }] of Object.entries(witnesses)) {
    for (const { round, times } of outliers) {
      lines.push('', `${capital(LABELS[metric].trim())}: ${outlierText(round, times)}`)
    }
  }
  for (const { sentence, remedy } of others) lines.push('', `Doubt: ${sentence}`, `       ${remedy}`)
  return lines.join('\n')
}

/**
 * What others did to the measurement stands above the verdict.
 *
 * @param {import('../../records').Doubt} doubt
 */
function isAround ({ name }) {
  return name === 'host-bound' || name === 'generator-bound'
}

/**
 * What concerns both versions alike, such as code that V8 still compiles, changes no ratio.
 *
 * @param {import('../../records').Doubt} doubt
 */
function matters ({ spoils, attenuates = [] }) {
  return spoils.length + attenuates.length > 0
}

/** @type {Record<string, string>} */
const LABELS = {
  serverCpuUsPerRequest: 'CPU per request ',
  requestsPerSecond: 'time per request'
}

/**
 * @type {Record<string, (result: import('../../judge/verdict').GateResult, options: { margin: number, alarm: number,
 *   budget: number }) => string>}
 */
const MEANINGS = {
  holds: (result, { margin, alarm }) =>
    isFaster(result)
      ? `The candidate is faster: ${size(result)}.`
      : `No slowdown beyond ${percent(margin)} is to be seen, and one of ${percent(alarm)} is excluded: ${size(result)}.`,
  fails: (result, { margin }) => `The candidate is slower: ${size(result)} (${percent(margin)} is allowed).`,
  inconclusive: (result, { budget }) =>
    result.ratio === null || result.smallest === null
      ? 'There is too little to tell.'
      : `Too noisy to tell: the candidate looked ${looked(result.ratio)}; measure longer: --budget=${2 * budget}s, or on a quieter machine.`,
  invalid: ({ reason }) => `The measurement cannot be believed: ${reason}.`
}

/** @param {import('../../judge/verdict').GateResult} result */
function isFaster ({ interval }) {
  return interval !== null && interval[1] < 1
}

/** @param {import('../../judge/verdict').GateResult} result */
function size ({ interval, ratio, witnesses }) {
  const { serverCpuUsPerRequest: cpu } = witnesses
  const what = cpu.ratio === ratio && cpu.interval?.[0] === interval?.[0] ? 'CPU per request' : 'time per request'
  return difference(interval ?? [0, Infinity], `more ${what}`, `less ${what}`)
}

/** @param {number} ratio */
function looked (ratio) {
  if (ratio >= 2) return `${+ratio.toPrecision(3)} times slower`
  return ratio < 1 ? `${percent(1 - ratio)} faster` : `${percent(ratio - 1)} slower`
}

/**
 * @param {string} verdict
 * @param {number | null} smallest
 * @param {{ alarm: number }} options
 * @returns {string} what a run without a verdict could have found, or one that found nothing
 */
function power (verdict, smallest, { alarm }) {
  if (smallest === null || verdict === 'fails' || (verdict === 'holds' && smallest > 1 + alarm)) return ''
  return ` A true slowdown of ${percent(smallest - 1)} would have been found four times in five.`
}

/**
 * @param {number} round
 * @param {number} times
 */
function outlierText (round, times) {
  return `round ${round} differs from the others: ${+times.toPrecision(2)} times. It hardly counts.`
}

/** @param {string} text */
function capital (text) {
  return text[0].toUpperCase() + text.slice(1)
}

/** @param {number} share */
function percent (share) {
  return `${+(100 * share).toFixed(1)} %`
}

module.exports = Object.assign(gate, { format })
