'use strict'

// The article's figures of 2018 beside the current ones, and the effect of the number of connections.

const { LEVEL, ratio, typical } = require('hot-path/testing')
const { grouped, rounded, withInterval } = require('hot-path/reporting')
const { table } = require('./table')

/** @typedef {import('hot-path').Sample} Sample */
/** @typedef {Pick<import('hot-path').Session, 'samples' | 'machine' | 'date'>} Session */

/**
 * Figures of the article: autocannon for ten seconds, eleven for step 3; requests per second and mean latency in ms.
 * "Keeping Node.js fast", Smashing Magazine, 2018.
 */
const THEN = [
  { id: '01-slow', connections: 100, requestsPerSecond: 23.1, meanMs: 3087 },
  { id: '02-fixed-listener', connections: 100, requestsPerSecond: 5011, meanMs: 19.5 },
  { id: '03-optimized', connections: 10, requestsPerSecond: 8331, meanMs: 0.64 }
]

/**
 * @param {Session & { plan: { connections: number } }} session the claims' session
 * @returns {string} Markdown table: figures of the steps in the article, and here
 */
function lessonThen ({ samples, machine, plan }) {
  const figure = (/** @type {string} */ id, /** @type {string} */ metric) =>
    typical(samples.filter(({ subject }) => subject === id), metric, machine)
  const rows = THEN.map(function ({ id, connections, requestsPerSecond, meanMs }, i) {
    const before = THEN[i - 1]
    const now = figure(id, 'requestsPerSecond')
    return [
      `\`${id}\``,
      rounded(requestsPerSecond),
      before ? rounded(requestsPerSecond / before.requestsPerSecond) : '',
      `${rounded(meanMs)} ms`,
      String(connections),
      grouped(now),
      before ? rounded(now / figure(before.id, 'requestsPerSecond')) : '',
      `${rounded(figure(id, 'latencyMs.mean'))} ms`,
      String(plan.connections)
    ]
  })
  const figures = ['req/s', 'vs previous step', 'mean latency', 'connections']
  return table(['step', ...figures.map((name) => `2018: ${name}`), ...figures.map((name) => `now: ${name}`)], rows)
}

/**
 * @param {Session} study
 * @returns {string} Markdown table: throughput of the steps by number of connections
 */
function connectionsTable ({ samples, machine }) {
  const counts = [...new Set(samples.map(({ connections }) => connections))]
  const rows = counts.map(function (count) {
    const own = samples.filter(({ connections }) => connections === count)
    const figure = (/** @type {string} */ id) =>
      grouped(typical(own.filter(({ subject }) => subject === id), 'requestsPerSecond', machine))
    return [
      String(count),
      ...THEN.map(({ id }) => figure(id)),
      ratioText(own, '03-optimized', '02-fixed-listener')
    ]
  })
  return table(['connections', ...THEN.map(({ id }) => `\`${id}\`, req/s`), 'step 3 / step 2'], rows)
}

/**
 * @param {Session} study
 * @returns {string} paragraph: the article's ratio, and the ratio of the same two loads here
 */
function connectionsSummary ({ samples, machine, date }) {
  const of = (/** @type {string} */ id, /** @type {number} */ count) =>
    typical(samples.filter(({ subject, connections }) => subject === id && connections === count), 'requestsPerSecond', machine)
  const [two, three] = [THEN[1], THEN[2]].map(({ id, connections }) => of(id, connections))
  return (
    `The article's ratio of ${rounded(THEN[2].requestsPerSecond / THEN[1].requestsPerSecond)} compares step 3 under ${THEN[2].connections} connections with step 2 ` +
    `under ${THEN[1].connections}. The same two loads give ${rounded(three / two)} here. Measured on ${date.slice(0, 10)}: ${machine.cores} cores of ` +
    `${machine.cpu}, Node ${machine.node}.`
  )
}

/**
 * @param {Sample[]} samples
 * @param {string} subject
 * @param {string} over
 * @returns {string} ratio of throughput, paired by round, under the loads of the table
 */
function ratioText (samples, subject, over) {
  const rounds = samples.filter((sample) => sample.subject === subject).map(({ round }) => round)
  const of = (/** @type {string} */ id, /** @type {number} */ round) =>
    samples.find((sample) => sample.subject === id && sample.round === round)?.requestsPerSecond ?? NaN
  const [values, others] = [subject, over].map((id) => rounds.map((round) => of(id, round)))
  const { estimate, low, high } = ratio(values, others, LEVEL)
  return withInterval(estimate, [low, high])
}

/**
 * @param {import('hot-path').Profile & { date: string, node: string }} profile of step 2, by Clinic Flame
 * @returns {string} paragraph: CPU share of step 2's listener, in the article and here
 */
function lessonListener ({ hottest, date, node }) {
  const listener = hottest.find(({ kind }) => kind === 'app')
  const write = hottest.find(({ file }) => file === 'node:internal/stream_base_commons')
  if (!listener || !write) throw new Error('results/lesson-flame.json: the listener or the write is not among the hottest')
  return (
    "In the article's flame graph of step 2, the listener still takes a third of the CPU. In the one above " +
    `(${date.slice(0, 10)}, Node ${node}), it takes ${rounded(listener.total)} % including everything it calls, and the write to the socket ` +
    `${rounded(write.total)} %.`
  )
}

module.exports = { connectionsSummary, connectionsTable, lessonListener, lessonThen }
