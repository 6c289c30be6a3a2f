'use strict'

const { metric, percentiles } = require('../comparison/pictures')
const { document, table } = require('../report/document')
const { figure } = require('../report/figure')
const { html } = require('../report/html')
const { grouped, measured, percent, rounded } = require('../report/numbers')
const { summaryOf } = require('./summary')

/** @typedef {import('./records').Mode} Mode */
/** @typedef {import('./records').RaceRecord} RaceRecord */
/** @typedef {import('./records').RaceSample} RaceSample */
/** @typedef {ReturnType<typeof summaryOf>[0]} Row */

const HEADINGS = /** @type {const} */ ([['single', 'One process'], ['clustered', 'Two workers']])
const BOUND = ['generator', 'host']

/**
 * The page of the lab: one file, without scripts.
 *
 * @param {RaceRecord} record
 * @returns {string} HTML
 */
function page (record) {
  const { machine, plan, date, claims, samples } = record
  return document({
    title: 'Frameworks, measured',
    body: html`${claims.map(({ text, verdict, ratio, interval }) => html`<p><code>${verdict}</code> ${text} Measured: ${measured(ratio, interval)}.</p>`)}
${HEADINGS.map(([mode, heading]) => html`<h2>${heading}</h2>
${summary(record, mode)}
${absent(record, mode)}
<div class="pictures">${picturesOf(record, mode).map(figure)}</div>`)}
<h2>How it was measured</h2>
<p>${date.slice(0, 10)}, on ${machine.cores} cores of ${machine.cpu}, ${machine.platform}, Node ${machine.node}. ${plan.driver}, ${plan.connections} connections, ${plan.rounds} rounds of ${plan.durationSeconds} s after ${plan.warmupSeconds} s of warm-up, a fresh process for each sample. Then ${plan.steady.durationSeconds} s at ${grouped(plan.steady.requestsPerSecond)} requests per second, whether the answers come or not. ${samples.length} samples. Everything is seen from outside: CPU and memory are those of all processes of a contestant together.</p>
<p>"≥": what was full first was not the server. <em>generator</em>: the thread that makes the load. <em>host</em>: server and generator together filled all cores. On another machine it would be more.</p>`
  })
}

/**
 * @param {RaceRecord} record
 * @param {Mode} mode
 */
function summary (record, mode) {
  const head = ['contestant', 'requests per second', 'limit', `over ${record.base}`, 'CPU for a request', 'p50', 'p99', 'max', 'idle memory', 'under load', 'asked and achieved', 'p99 at that']
  return table(head, summaryOf(record, mode).filter(({ failure }) => !failure).map((row) => [
    html`<strong>${row.id}</strong><br>${row.title}`,
    (BOUND.includes(row.limit) ? '≥ ' : '') + grouped(row.requestsPerSecond),
    row.limit,
    row.overBase ? (row.overBase.isFloor ? '≥ ' : '') + measured(row.overBase.ratio, row.overBase.interval) : '',
    `${rounded(row.cpuUs)} µs`,
    ...[row.latencyMs.p50, row.latencyMs.p99, row.latencyMs.max].map((ms) => `${rounded(ms)} ms`),
    `${rounded(row.idleMb)} MB`,
    `${rounded(row.loadMb)} MB`,
    `${grouped(record.plan.steady.requestsPerSecond)}, ${grouped(row.steady.requestsPerSecond)}`,
    `${rounded(row.steady.latencyMs.p99)} ms`
  ]), 'All contestants')
}

/**
 * @param {RaceRecord} record
 * @param {Mode} mode
 */
function absent ({ failed }, mode) {
  const own = failed.filter((failure) => failure.mode === mode)
  return own.length ? html`<section class="doubts"><h3>Who takes no part</h3><ul>${own.map(({ subject, why }) => html`<li>${subject}: ${why}</li>`)}</ul></section>` : ''
}

/**
 * @param {RaceRecord} record
 * @param {Mode} mode
 */
function picturesOf (record, mode) {
  const rows = summaryOf(record, mode).filter(({ failure }) => !failure)
  const subjects = rows.map(({ id }) => id)
  const isPresent = (/** @type {RaceSample} */ sample) => sample.mode === mode && subjects.includes(sample.subject)
  const own = { subjects, samples: record.samples.filter(isPresent) }
  const steady = own.samples.map((sample) => ({ subject: sample.subject, latencyMs: sample.steady.latencyMs }))
  return [
    metric(own, {
      title: `Requests per second, ${mode}`,
      note: `More is better. Each faint point is one round. ${boundsOf(rows)}`,
      read: ({ requestsPerSecond }) => requestsPerSecond
    }),
    percentiles(own, { title: `Latency with its maximum (ms), ${mode}`, note: 'Less is better. In a closed loop of many connections, this is mostly the time in the queue: connections over throughput.' }),
    percentiles(own, { title: `Latency without its maximum (ms), ${mode}`, note: 'The same. The maximum is one request of all, and says more about the machine than about the server.', names: ['p50', 'p90', 'p99'] }),
    percentiles({ subjects, samples: steady }, {
      title: `Latency at ${grouped(record.plan.steady.requestsPerSecond)} requests per second (ms), ${mode}`,
      note: `In an open loop: requests are sent on time, whether the answers come or not. ${achieved(rows, record.plan.steady.requestsPerSecond)}`
    }),
    memory(own, { title: `Idle memory (MB), ${mode}`, read: ({ idleRssBytes }) => idleRssBytes }),
    memory(own, { title: `Memory under load (MB), ${mode}`, read: ({ rssBytes }) => rssBytes })
  ]
}

/**
 * @param {{ subjects: string[], samples: RaceSample[] }} own
 * @param {{ title: string, read: (sample: RaceSample) => number }} what
 */
function memory (own, { title, read }) {
  return metric(own, { title, note: 'Less is better. Resident set size of all processes; pages that several share count for each.', read: (sample) => read(sample) / 1e6 })
}

/** @param {Row[]} rows */
function boundsOf (rows) {
  const bound = (/** @type {string} */ limit) => rows.filter((row) => row.limit === limit).map(({ id }) => id).join(', ')
  const [generator, host] = [bound('generator'), bound('host')]
  return [
    generator && `Limited by the load generator, and not by the server: ${generator}.`,
    host && `Limited by the machine, whose cores were all full: ${host}.`
  ].filter(Boolean).join(' ')
}

/**
 * @param {Row[]} rows
 * @param {number} asked
 */
function achieved (rows, asked) {
  const late = rows.filter(({ steady }) => steady.requestsPerSecond < 0.95 * asked)
  const all = `Everybody got at least ${percent(Math.min(...rows.map(({ steady }) => steady.requestsPerSecond)) / asked)} of them.`
  return late.length ? `${late.map(({ id, steady }) => `${id} got only ${grouped(steady.requestsPerSecond)} of them`).join('; ')}.` : all
}

module.exports = { page }
