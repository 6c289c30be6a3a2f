'use strict'

const fs = require('fs')
const path = require('path')
const { PROBES } = require('../agent')
const { allocationPlaces, keeping } = require('../source/locations')
const { rounded, wrap } = require('../util/format')
const { attribute, toPlaces } = require('../source/attribution')
const { changeLegend, flameGraph, flameLegend } = require('../report/flame-graph')
const { withShortPaths, formatPlaces } = require('../source/location-text')
const { placeList } = require('../report/locations')
const { readSource } = require('../source/source')
const { sourceMapText } = require('../source/source-maps')
const { assertHeapProfile, fromHeapProfile } = require('../source/stacks')
const { document } = require('../report/document')
const { figure } = require('../report/figure')
const { html } = require('../report/html')
const { ofProgram, once } = require('../measurement/cpu-sampling')
const { EXITS_ON_CTRL_C, STOP, environmentOf, inTwoTerminals, serverCommand } = require('./equivalent-command')
const { shareOfLoad } = require('./load-share')

const [ALLOCATED, KEPT, BEFORE] = ['heap.allocated.heapprofile', 'heap.heapprofile', 'before.heapprofile']
const WIDTH = 80
const PROBE = PROBES.heap
const SCRIPTS = PROBES.programScripts
// Share of the load before sampling. It fills caches and makes V8 compile: that memory is not retained per request.
const WARM_UP_SHARE = 0.2
const EACH_SHARE = 0.4
// The heap of a server without a leak varies by this much between two collections.
const LEAST_KEPT_BYTES = 500_000

/** @type {import('./instrument').Instrument} */
module.exports = {
  name: 'heap',
  title: 'Heap',
  raw: {
    file: KEPT,
    before: BEFORE,
    ending: 'heapprofile',
    stacks: fromHeapProfile,
    measured: { type: 'space', unit: 'bytes' },
    assert: assertHeapProfile
  },
  options: ['from', 'format'],
  summary: 'Show which lines allocate memory, and which retain it',
  command: (subject, workload) =>
    inTwoTerminals(`${environmentOf(subject)}node --heap-prof ${EXITS_ON_CTRL_C} ${serverCommand(subject)}`, subject, workload, { share: EACH_SHARE, then: STOP }),

  async watch (running, workload, { directory, onProgress }) {
    const load = shareOfLoad(running, workload, onProgress)
    await running.probe(PROBE, 'prepare')
    await load(WARM_UP_SHARE)
    const [allocated, retained] = [
      await sampled(running, 'all', () => load(EACH_SHARE)),
      await sampled(running, 'kept', () => load(EACH_SHARE))
    ]
    return { load: retained.load, found: withFiles(directory, { allocated, retained }) }
  },

  async attach (running, workload, { directory }) {
    const load = shareOfLoad(running, workload, () => {})
    const traffic = async (/** @type {number} */ share) => /** @type {any} */ (await load(share))
    const allocated = await sampled(running, 'all', () => traffic(1 / 2))
    const retained = await sampled(running, 'kept', () => traffic(1 / 2))
    const found = withFiles(directory, { allocated, retained: { ...retained, ...metricsOfAttached(retained) } })
    return { passed: retained.load, found }
  },

  withoutLoad: {
    command: (subject) => `${environmentOf(subject)}node --heap-prof ${EXITS_ON_CTRL_C} ${serverCommand(subject)}`,
    // The scripts probe must begin last: the heap probe makes V8 discard its coverage counts.
    probes: [
      { file: PROBE, first: 'all', last: 'end' },
      { file: SCRIPTS, first: 'begin', last: 'end' }
    ],
    watch: watchProgram
  },

  async read (directory, subject, { sources, found }) {
    if (!found) return readForeign(directory, subject, sources)
    const { allocated, retained } = sources.asWritten(found)
    const kept = retained && keptIn(retained, sources)
    const made = { places: withShortPaths(placesOf(allocated, allocationPlaces(once(allocated), { readSource }))) }
    fs.writeFileSync(path.join(directory, 'report.html'), page({ subject, allocated, retained, kept, made, notes: sourceMapText(sources.used) }))
    return { places: kept?.places.length ? kept.places : made.places, kept, allocated: made }
  },

  format ({ from, kept, allocated }) {
    if (!kept && from) return ['Heap says: memory in use when the profile was written, by the function that allocated it.', ...formatPlaces(allocated.places)]
    return [
      ...wrap(headline(kept), WIDTH),
      ...formatPlaces(kept?.places ?? []),
      '',
      'All allocations, retained or not:',
      ...formatPlaces(allocated.places)
    ]
  }
}

/**
 * Samples all allocations in the first half of the duration, and retained memory in the second. A program that ends in
 * the first half yields its allocations only.
 *
 * @type {import('./instrument').WithoutLoad['watch']}
 */
async function watchProgram (program, { directory, durationSeconds }) {
  const half = durationSeconds / 2
  let served = 0
  let allocated = (await program.runsFor(half)) ? await program.ask(PROBE, 'end', half) : null
  let before = null
  if (allocated) {
    await program.ask(PROBE, 'prepare', half)
    before = await program.ask(PROBE, 'kept', half)
    served = allocated.metrics.requests
    await program.runsFor(half)
  }
  const seen = await program.seen()
  const last = seen.readings[PROBE]
  const retained = before && { ...last, before, served: last.metrics.requests - before.metrics.requests }
  if (!allocated) {
    allocated = last
    served = last.metrics.requests
  }
  const { metrics } = allocated // earlier memory does not matter if all allocations count
  return { seen, found: withFiles(directory, { allocated: { ...allocated, before: { metrics }, served }, retained }) }
}

/**
 * Writes the profiles to files, for other tools.
 *
 * @template {{ allocated: any, retained: any }} T
 * @param {string} directory
 * @param {T} sampled `retained`: null if retained memory was not sampled
 * @returns {T} `sampled`
 */
function withFiles (directory, sampled) {
  const { allocated, retained } = sampled
  fs.writeFileSync(path.join(directory, ALLOCATED), JSON.stringify(allocated.profile))
  if (retained) fs.writeFileSync(path.join(directory, KEPT), JSON.stringify(retained.profile))
  return sampled
}

/**
 * @param {any} retained
 * @param {import('../source/source-maps').SourceMaps} sources
 */
function keptIn (retained, sources) {
  const bytes = keptOf(retained)
  const found = bytes < LEAST_KEPT_BYTES ? [] : keeping({ retained: once(retained) }, { readSource })
  const places = withShortPaths(placesOf(retained, sources.asWritten(found)))
  return { bytes, bytesPerRequest: retained.served > 0 ? bytes / retained.served : null, places }
}

/**
 * @param {{ served: number }} look
 * @param {import('../types/pipeline').Place[]} places
 */
function placesOf ({ served }, places) {
  return served > 0 ? places : ofProgram(places)
}

/**
 * Takes the retained heap from the samples: no garbage collection is forced in an attached process.
 *
 * @param {any} kept
 */
function metricsOfAttached ({ profile, before, metrics }) {
  const heapUsedBytes = fromHeapProfile(profile).reduce((sum, { weight }) => sum + weight, 0)
  const externalBytes = metrics.externalBytes - before.metrics.externalBytes
  return { before: { metrics: { heapUsedBytes: 0, externalBytes: 0 } }, metrics: { heapUsedBytes, externalBytes } }
}

/**
 * Reads a heap profile made by another tool. It only shows which code allocated the memory in use when it was written.
 *
 * @param {string} directory
 * @param {import('../types/pipeline').Subject} subject
 * @param {import('../source/source-maps').SourceMaps} sources
 */
function readForeign (directory, subject, sources) {
  const [profile, before] = [KEPT, BEFORE].map(function (name) {
    const file = path.join(directory, name)
    return fs.existsSync(file) ? sources.asWritten(JSON.parse(fs.readFileSync(file, 'utf8'))) : null
  })
  const attributed = attribute(fromHeapProfile(profile), { isMemory: true })
  const places = withShortPaths(toPlaces(attributed, { of: 'the memory in use', readSource }).map(({ place }) => place))
  fs.writeFileSync(path.join(directory, 'report.html'), foreignPage({ subject, profile, before, places, notes: sourceMapText(sources.used) }))
  return { places, kept: null, allocated: { places } }
}

/** @param {any} found */
function foreignPage ({ subject, profile, before, places, notes }) {
  return document({
    title: `Memory of ${subject.id}`,
    body: html`<p class="verdict">What was in use when the profile was written, by who allocated it.</p>
${notes.map((/** @type {string} */ note) => html`<p>${note}</p>`)}
${placeList(places)}
${figure(
  flameGraph(fromHeapProfile(profile), {
    title: before ? 'What has changed since the other profile' : 'What was in use',
    note: 'Each box is a function, as wide as the memory that it and those above it allocated. It stands on the one that called it.',
    unit: bytes,
    ...(before && { before: fromHeapProfile(before) })
  })
)}
${before ? changeLegend() : flameLegend()}`
  })
}

/** @param {number} weight */
function bytes (weight) {
  return `${rounded(weight)} bytes`
}

/**
 * @param {import('../process/subject').RunningSubject | import('../process/attach').AttachedSubject} running
 * @param {'all' | 'kept'} word
 * @param {() => Promise<any>} load
 */
async function sampled (running, word, load) {
  const before = await running.probe(PROBE, word)
  const seen = await load()
  return { before, load: seen, served: seen.requests, ...(await running.probe(PROBE, 'end')) }
}

/** @param {any} retained */
function keptOf ({ before, metrics }) {
  const bytes = (/** @type {import('../types/pipeline').ProcessMetrics} */ { heapUsedBytes, externalBytes }) =>
    heapUsedBytes + externalBytes
  return bytes(metrics) - bytes(before.metrics)
}

/**
 * @param {{ bytes: number, bytesPerRequest: number | null, places: import('../types/pipeline').Place[] } | null} kept
 */
function headline (kept) {
  if (!kept) return 'Heap says: the program exited before retained memory was measured. Its allocations are below.'
  const { bytes, bytesPerRequest, places: [first] } = kept
  if (!first) return 'Heap says: hardly any memory is retained.'
  const each = bytesPerRequest === null ? '' : `, ${rounded(bytesPerRequest)} per request`
  return `Heap says: ${rounded(bytes)} bytes were retained${each}. Look at ${first.file}:${first.line}.`
}

/** @param {any} found */
function page ({ subject, allocated, retained, kept, made, notes }) {
  return document({
    title: `Memory of ${subject.id}`,
    body: html`<p class="verdict">${headline(kept)}</p>
${notes.map((/** @type {string} */ note) => html`<p>${note}</p>`)}
${kept && html`<h2>What stays</h2>
${placeList(kept.places)}
${figure(
  flameGraph(fromHeapProfile(retained.profile), {
    title: 'What was allocated in the second part, and was still in use after it',
    note: 'Each box is a function, as wide as the memory that it and those above it allocated. It stands on the one that called it.',
    unit: bytes
  })
)}
${flameLegend()}`}
<h2>What is allocated, whether it stays or not</h2>
${placeList(made.places)}
${figure(
  flameGraph(fromHeapProfile(allocated.profile), {
    title: 'What was allocated in the first part',
    note: 'Much of it was collected again.',
    unit: bytes
  })
)}
${flameLegend()}`
  })
}
