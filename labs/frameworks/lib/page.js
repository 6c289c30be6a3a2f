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
  const charts = HEADINGS.map(([mode]) => picturesOf(record, mode, rowsOf(record, mode)).map(figure))
  const leading = charts.find((own) => own.length)?.shift()
  return document({
    title: 'Web frameworks compared',
    lead: {
      what: `${claims.filter(({ verdict }) => verdict === 'holds').length} of ${claims.length} claims hold.`,
      more: claimList(claims),
      chart: leading
    },
    body: html`${doubts(doubtsIn(record))}
${HEADINGS.map(([mode, heading], i) => section(record, { mode, heading, charts: charts[i] }))}
<h2>How it was measured</h2>
<p>${date.slice(0, 10)}, ${machine.cores} cores of ${machine.cpu}, ${machine.platform}, Node.js ${machine.node}. Load: ${plan.driver}, ${plan.connections} connections, ${plan.rounds} rounds of ${plan.durationSeconds} s after ${plan.warmupSeconds} s of warm-up, a fresh process for each sample. Then ${plan.steady.durationSeconds} s at a constant rate of ${grouped(plan.steady.requestsPerSecond)} requests per second. ${samples.length} samples. All processes of a contestant are measured from outside: CPU and memory are their sums.</p>
<p>"≥" is a lower bound: the server was not the bottleneck, and may do more on another machine. <em>generator</em>: the thread of the load generator was saturated. <em>host</em>: all cores were busy, or other programs used too much of them.</p>`
  })
}

/**
 * @param {BenchmarkRecord} record
 * @param {Mode} mode
 */
function rowsOf (record, mode) {
  return summaryOf(record, mode).filter(({ failure }) => !failure)
}

/**
 * @param {BenchmarkRecord} record
 * @param {{ mode: Mode, heading: string, charts: unknown[] }} part
 */
function section (record, { mode, heading, charts }) {
  const rows = rowsOf(record, mode)
  if (rows.length === 0) return html`<h2>${heading}</h2><p>No contestant could be measured.</p>`
  const rate = grouped(record.plan.steady.requestsPerSecond)
  const head = [
    'contestant',
    'requests per second',
    'bottleneck',
    `relative to ${record.base}`,
    'CPU time per request',
    'p50 latency',
    'p99 latency',
    'maximum latency',
    'idle memory',
    'memory under load',
    `requests per second, of ${rate} sent`,
    `p99 latency at ${rate} per second`
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
    row.steady.isCarried ? `${rounded(row.steady.latencyMs.p99)} ms` : 'overloaded'
  ]),
  `All contestants, ${mode}`
)}
<div class="pictures">${charts}</div>`
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
      note: 'More is better. Each faint point is one round. An arrow is a lower bound: the load generator or the machine was the bottleneck.',
      read: ({ requestsPerSecond }) => requestsPerSecond,
      atLeast: good.filter(isBound).map(({ id }) => id)
    }),
    percentiles(own, {
      title: `Latency, with the maximum (ms), ${mode}`,
      note: 'Less is better. In a closed loop of many connections, latency is mostly time in the queue: connections divided by throughput.'
    }),
    percentiles(own, {
      title: `Latency, without the maximum (ms), ${mode}`,
      note: 'Less is better. The maximum is a single request, and depends more on the machine than on the server.',
      names: ['p50', 'p90', 'p99']
    }),
    percentiles(steady, {
      title: `Latency at ${grouped(record.plan.steady.requestsPerSecond)} requests per second (ms), ${mode}`,
      note: 'Constant rate: each request is sent on time, even if earlier responses are missing. Only contestants that served this rate are shown.'
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
