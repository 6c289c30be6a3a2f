'use strict'

const fs = require('fs')
const path = require('path')
const { PROBES } = require('../agent')
const { waitPlaces } = require('../source/wait-lines')
const { ofProgram } = require('../measurement/cpu-sampling')
const { counted, rounded, wholePercent, wrap } = require('../util/format')
const { requestRows, summarise } = require('../source/waits')
const { withShortPaths, formatPlaces } = require('../source/location-text')
const { sourceMapText } = require('../source/source-maps')
const { lineList, linesOf } = require('../report/locations')
const { timeline } = require('../report/timeline')
const { document, table } = require('../report/document')
const { figure } = require('../report/figure')
const { html } = require('../report/html')
const { EXITS_ON_CTRL_C, environmentOf, inTwoTerminals, serverCommand } = require('./equivalent-command')
const { shareOfLoad } = require('./load-share')

const WIDTH = 80
const PROBE = PROBES.requestWaits
const OF_PROGRAM = PROBES.programWaits
// Share of the load before tracing. It warms the server up, and shows its throughput without tracing.
const WARM_UP_SHARE = 0.3
const SLOWEST = 5
const NEXT = 'Start independent waits in parallel, keep connections open, and size a pool for the load. Then measure again.'

/** @type {import('./instrument').Instrument} */
module.exports = {
  name: 'waits',
  title: 'Waits',
  summary: 'Show what requests wait for, and on which line',
  command: (subject, workload) =>
    inTwoTerminals(`${environmentOf(subject)}NODE_DEBUG=http,net node ${serverCommand(subject)}`, subject, workload, { share: 1 - WARM_UP_SHARE }),

  async watch (running, workload, { onProgress }) {
    const load = shareOfLoad(running, workload, onProgress)
    const before = await load(WARM_UP_SHARE)
    await running.probe(PROBE, 'begin', String(workload.connections))
    const during = await load(1 - WARM_UP_SHARE)
    const seen = await running.probe(PROBE, 'end')
    return { load: during, found: { seen, before, during } }
  },

  async attach (running, { durationSeconds }) {
    const all = [running, ...running.workers]
    const probeAll = (/** @type {string} */ probe, /** @type {string} */ word) =>
      Promise.all(all.map((one) => one.probe(probe, word)))
    const passed = await running.passing()
    await probeAll(PROBE, 'begin')
    const { requests } = await running.traffic(WARM_UP_SHARE * durationSeconds)
    // A consumer or job. The program's probe costs more than that of requests.
    if (requests === 0) await probeAll(OF_PROGRAM, 'begin')
    await running.traffic((1 - WARM_UP_SHARE) * durationSeconds)
    const ofProgram = requests === 0 ? await probeAll(OF_PROGRAM, 'end') : []
    const ofRequests = together(await probeAll(PROBE, 'end'))
    const during = await passed()
    const isProgram = requests === 0 && ofRequests.requests.length === 0
    // In a cluster, the process that does most.
    const [busiest] = ofProgram.sort((a, b) => b.requests[0].operations - a.requests[0].operations)
    return { passed: during, found: { seen: isProgram ? busiest : ofRequests, isProgram, before: null, during } }
  },

  withoutLoad: {
    command: (subject) => `${environmentOf(subject)}node --cpu-prof ${EXITS_ON_CTRL_C} ${serverCommand(subject)}   ((idle) is how long it waits, not where)`,
    // The program's probe begins last, so that it does not record operations of the other one.
    probes: [PROBE, OF_PROGRAM].map((file) => ({ file, first: 'begin', last: 'end' })),
    async watch (program, { durationSeconds }) {
      await program.runsFor(durationSeconds)
      const seen = await program.seen()
      const ofRequests = seen.readings[PROBE]
      const isProgram = ofRequests.requests.length === 0
      const waits = isProgram ? seen.readings[OF_PROGRAM] : ofRequests
      return { seen, found: { seen: waits, isProgram, before: null, during: seen.passed } }
    }
  },

  async read (directory, subject, { sources, found }) {
    const { seen, isProgram, before, during } = sources.asWritten(found)
    if (isProgram) return readProgram(directory, subject, { seen, sources })
    const { places: waits, ...summary } = summarise(seen)
    const places = waitPlaces(waits)
    const cost = { requestsPerSecond: { before: before?.requestsPerSecond ?? null, during: during.requestsPerSecond } }
    fs.writeFileSync(path.join(directory, 'report.html'), page({ subject, seen, summary, waits, places, cost, notes: sourceMapText(sources.used) }))
    return { places: withShortPaths(places), waits: summary, cost }
  },

  next: ({ places }) => (places.length > 0 ? NEXT : ''),

  format ({ places, waits, cost }) {
    if (!cost) return formatProgram(waits, places)
    return [
      ...wrap(headline(waits, places), WIDTH),
      ...formatPlaces(places),
      '',
      ...wrap(meanText(waits, places), WIDTH),
      ...waits.connections.map(connectionText),
      '',
      ...wrap(costText(waits, cost), WIDTH)
    ]
  }
}

/**
 * @param {import('../types/agent').RequestWaits[]} readings of processes that serve the same clients
 * @returns {import('../types/agent').RequestWaits}
 */
function together (readings) {
  const sum = (/** @type {'seen' | 'overheadMs' | 'opened' | 'lookups'} */ key) =>
    readings.reduce((total, one) => total + one[key], 0)
  /** @type {Map<string, import('../types/agent').Connections>} */
  const connections = new Map()
  for (const { address, count, busy } of readings.flatMap((one) => one.connections)) {
    const known = connections.get(address) ?? { address, count: 0, busy: 0 }
    connections.set(address, { address, count: known.count + count, busy: known.busy + busy })
  }
  return {
    requests: readings.flatMap(({ requests }) => requests),
    seen: sum('seen'),
    overheadMs: sum('overheadMs'),
    connections: [...connections.values()],
    opened: sum('opened'),
    lookups: sum('lookups')
  }
}

/**
 * Reports the waits of the program itself, which has served no requests.
 *
 * @param {string} directory
 * @param {import('../types/pipeline').Subject} subject
 * @param {{ seen: import('../types/agent').RequestWaits, sources:
 *   import('../source/source-maps').SourceMaps }} found
 */
function readProgram (directory, subject, { seen, sources }) {
  const { places: waits, ...summary } = summarise(seen)
  const places = withShortPaths(ofProgram(waitPlaces(waits)))
  const notes = sourceMapText(sources.used)
  const [first, ...others] = linesOf(places)
  const report = document({
    title: `Waits of ${subject.id}`,
    lead: {
      what: formatProgram(summary, []).filter(Boolean).join(' '),
      where: lineList(first ? [first] : []),
      next: NEXT,
      chart: figure(timeline({
        title: 'Waits of the program',
        note: 'The bar is the time in which the program was observed. Grey: it runs, or waits elsewhere.',
        rows: requestRows(seen.requests, waits),
        places: places.map(({ file, line, function: name }) => `${file}:${line} ${name}`)
      }))
    },
    body: html`${others.length ? html`<h2>Other source lines</h2>${lineList(others)}` : ''}
${notes.map((/** @type {string} */ note) => html`<p>${note}</p>`)}`
  })
  fs.writeFileSync(path.join(directory, 'report.html'), report)
  return { places, waits: summary, cost: null }
}

/**
 * @param {any} waits
 * @param {import('../types/pipeline').Place[]} places
 */
function formatProgram ({ meanMs, runningShare, connections }, places) {
  const seconds = rounded(meanMs / 1000)
  return [
    ...wrap(
      runningShare >= 1 / 2
        ? `Waits says: the program hardly waits. Its main thread was busy for ${wholePercent(runningShare)} of ${seconds} s. For its hot functions, see cpu-profile.`
        : `Waits says: the program waits for ${wholePercent(1 - runningShare)} of ${seconds} s.`,
      WIDTH
    ),
    ...formatPlaces(places),
    '',
    ...connections.map(connectionText)
  ]
}

/**
 * @param {any} waits
 * @param {import('../types/pipeline').Place[]} places
 */
function meanText (waits, places) {
  const parts = partsOf(waits, places).map(([name, share]) => `${name} ${wholePercent(share)}`)
  const took = waits.unfinished > waits.requests / 2 ? 'took at least' : 'took'
  return `A request ${took} ${rounded(waits.meanMs)} ms on average. Of that: ${parts.join(', ')}.`
}

/**
 * @param {any} waits
 * @param {import('../types/pipeline').Place[]} places
 */
function headline ({ requests, runningShare, loopDelayShare }, [first]) {
  if (requests === 0) return 'Waits traced no requests. Was there any load?'
  if (first && first.share >= Math.max(runningShare, loopDelayShare)) {
    return `Waits says: most of the time, a request waits at ${first.file}:${first.line}.`
  }
  return loopDelayShare > runningShare
    ? 'Waits says: requests wait for the event loop, which is busy with other work: see cpu-profile.'
    : 'Waits says: requests hardly wait. Their own code takes the time: see cpu-profile.'
}

/**
 * @param {any} waits
 * @param {import('../types/pipeline').Place[]} places
 * @returns {[string, number][]} how the mean request spends its time, as shares (0-1)
 */
function partsOf ({ runningShare, loopDelayShare, sendingShare, unnamedShare }, places) {
  const named = places.reduce((sum, { share }) => sum + share, 0)
  const rest = Math.max(0, 1 - runningShare - loopDelayShare - sendingShare - unnamedShare - named)
  return [
    ['running', runningShare],
    ['waiting for the event loop', loopDelayShare],
    ['waiting at the main lines', named],
    ['waiting at other lines', rest],
    ['sending the response', sendingShare],
    ['not attributed to a line', unnamedShare]
  ]
}

/** @param {import('../types/agent').Connections} connections */
function connectionText ({ address, count, busy }) {
  return `${counted(count, 'connection')} to ${address}, ${rounded(busy)} of them busy on average.`
}

/**
 * @param {any} waits
 * @param {any} cost
 */
function costText ({ requests, seen, unfinished, overheadMs }, { requestsPerSecond: { before, during } }) {
  const earlier = before === null ? '' : `, and ${rounded(before)} before`
  const open = unfinished ? ` ${rounded(unfinished)} of them had no complete response at the end, or their clients had disconnected.` : ''
  return `Traced ${rounded(requests)} of ${rounded(seen)} requests. Tracing used ${rounded(overheadMs)} ms of the main thread's time.${open} The server answered ${rounded(during)} requests per second during tracing${earlier}.`
}

/** @param {any} found */
function page ({ subject, seen, summary, waits, places: fullPlaces, cost, notes }) {
  const places = withShortPaths(fullPlaces)
  const [first, ...others] = linesOf(places)
  const slowest = [...seen.requests].sort((a, b) => b.ms - a.ms).slice(0, SLOWEST)
  return document({
    title: `Waits of ${subject.id}`,
    lead: {
      what: headline(summary, places),
      where: lineList(first ? [first] : []),
      next: first && NEXT,
      chart: figure(timeline({
        title: 'Waits of the slowest requests',
        note: 'Each bar is a request, from its start to the end of its response. Grey: it runs, or waits elsewhere.',
        rows: requestRows(slowest, waits),
        places: places.map(({ file, line, function: name }) => `${file}:${line} ${name}`)
      }))
    },
    body: html`<h2>Time of the mean request</h2>
<p>A request took ${rounded(summary.meanMs)} ms on average. ${costText(summary, cost)}</p>
${table(
  ['activity', 'share of the time'],
  partsOf(summary, places).map(([name, share]) => [name, wholePercent(share)]),
  'Time of the mean request'
)}
${others.length ? html`<h2>Other source lines</h2>${lineList(others)}` : ''}
${summary.connections.length ? html`<h2>Connections to other services</h2><ul>${summary.connections.map((/** @type {any} */ one) => html`<li>${connectionText(one)}</li>`)}</ul>` : ''}
${notes.map((/** @type {string} */ note) => html`<p>${note}</p>`)}`
  })
}
