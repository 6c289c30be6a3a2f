'use strict'

const {
  claimList, document, doubts, figure, grouped, html, metric, percentiles, rounded, table
} = require('hot-path/reporting')
const { doubtsIn, isBound, latencyText, ratioText, summaryOf, throughput } = require('./summary')

/** @typedef {import('./records').Mode} Mode */
/** @typedef {import('./records').BenchmarkRecord} BenchmarkRecord */
/** @typedef {import('./records').BenchmarkSample} BenchmarkSample */

const HEADINGS = /** @type {const} */ ([
  ['single', 'One process'],
  ['clustered', 'Two workers']
])

/**
 * Draws the page of the lab: one file, without scripts.
 *
 * @param {BenchmarkRecord} record
 * @returns {string} HTML
 */
function page (record) {
  const { machine, plan, date, claims, samples } = record
  return document({
    title: 'Frameworks, measured',
    body: html`${claimList(claims)}
${doubts(doubtsIn(record))}
${HEADINGS.map(([mode, heading]) => section(record, mode, heading))}
<h2>How it was measured</h2>
<p>${date.slice(0, 10)}, on ${machine.cores} cores of ${machine.cpu}, ${machine.platform}, Node ${machine.node}. ${plan.driver}, ${plan.connections} connections, ${plan.rounds} rounds of ${plan.durationSeconds} s after ${plan.warmupSeconds} s of warm-up, a fresh process for each sample. Then ${plan.steady.durationSeconds} s at ${grouped(plan.steady.requestsPerSecond)} requests per second, whether the answers come or not. ${samples.length} samples. Everything is seen from outside: CPU and memory are those of all processes of a contestant together.</p>
<p>"≥": something else than the server was the bottleneck, and on another machine it may be more. <em>generator</em>: the thread that makes the load was busy all the time. <em>host</em>: all cores were, or others took too much of them.</p>`
  })
}

/**
 * @param {BenchmarkRecord} record
 * @param {Mode} mode
 * @param {string} heading
 */
function section (record, mode, heading) {
  const rows = summaryOf(record, mode).filter(({ failure }) => !failure)
  if (rows.length === 0) return html`<h2>${heading}</h2><p>Nobody was left to be measured.</p>`
  const head = [
    'contestant',
    'requests per second',
    'bottleneck',
    `over ${record.base}`,
    'CPU for a request',
    'p50',
    'p99',
    'max',
    'idle memory',
    'under load',
    `of ${grouped(record.plan.steady.requestsPerSecond)} asked`,
    'p99 at that'
  ]
  return html`<h2>${heading}</h2>
${table(
  head,
  rows.map((row) => [
    html`<strong>${row.id}</strong><br>${row.title}`,
    throughput(row),
    row.bottleneck,
    ratioText(row.overBase),
    `${rounded(row.cpuUs)} µs`,
    ...[row.latencyMs.p50, row.latencyMs.p99, row.latencyMs.max].map(latencyText),
    `${rounded(row.idleMb)} MB`,
    `${rounded(row.loadMb)} MB`,
    grouped(row.steady.requestsPerSecond),
    row.steady.isCarried ? `${rounded(row.steady.latencyMs.p99)} ms` : 'too much for it'
  ]),
  `All contestants, ${mode}`
)}
<div class="pictures">${picturesOf(record, mode, rows).map(figure)}</div>`
}

/**
 * @param {BenchmarkRecord} record
 * @param {Mode} mode
 * @param {ReturnType<typeof summaryOf>} rows
 */
function picturesOf (record, mode, rows) {
  const good = rows.filter(({ bottleneck }) => bottleneck !== 'errors')
  const own = sessionOf(record, mode, good)
  const carried = sessionOf(
    record,
    mode,
    good.filter(({ steady }) => steady.isCarried)
  )
  const steady = {
    subjects: carried.subjects,
    samples: carried.samples.map(({ subject, steady }) => ({ subject, latencyMs: steady.latencyMs }))
  }
  return [
    metric(own, {
      title: `Requests per second, ${mode}`,
      note: 'More is better. Each faint point is one round. An arrow: it may be able to do more, the load generator or the machine was the bottleneck.',
      read: ({ requestsPerSecond }) => requestsPerSecond,
      atLeast: good.filter(isBound).map(({ id }) => id)
    }),
    percentiles(own, {
      title: `Latency with its maximum (ms), ${mode}`,
      note: 'Less is better. In a closed loop of many connections, this is mostly the time in the queue: connections over throughput.'
    }),
    percentiles(own, {
      title: `Latency without its maximum (ms), ${mode}`,
      note: 'The same. The maximum is one request of all, and says more about the machine than about the server.',
      names: ['p50', 'p90', 'p99']
    }),
    percentiles(steady, {
      title: `Latency at ${grouped(record.plan.steady.requestsPerSecond)} requests per second (ms), ${mode}`,
      note: 'In an open loop: requests are sent on time, whether the answers come or not. Only of those who could carry it.'
    }),
    memory(own, { title: `Idle memory (MB), ${mode}`, read: ({ idleRssBytes }) => idleRssBytes }),
    memory(own, { title: `Memory under load (MB), ${mode}`, read: ({ rssBytes }) => rssBytes })
  ].filter(({ table }) => table.rows.length)
}

/**
 * @param {BenchmarkRecord} record
 * @param {Mode} mode
 * @param {{ id: string }[]} rows
 */
function sessionOf ({ samples }, mode, rows) {
  const subjects = rows.map(({ id }) => id)
  return { subjects, samples: samples.filter((sample) => sample.mode === mode && subjects.includes(sample.subject)) }
}

/**
 * @param {{ subjects: string[], samples: BenchmarkSample[] }} own
 * @param {{ title: string, read: (sample: BenchmarkSample) => number }} what
 */
function memory (own, { title, read }) {
  return metric(own, {
    title,
    note: 'Less is better. Resident set size of all processes; pages that several share count for each.',
    read: (sample) => read(sample) / 1e6
  })
}

module.exports = { page }
