'use strict'

const fs = require('fs')
const path = require('path')
const { PROBES } = require('../agent')
const { allocationPlaces, keeping, keptBytes } = require('../source/heap/lines')
const { rounded, wrap } = require('../util/format')
const { attribute, toPlaces } = require('../source/attribution')
const { flameGraph } = require('../report/flame-graph')
const { withShortPaths, formatPlaces } = require('../source/location-text')
const { lineList, linesOf } = require('../report/locations')
const { readSource } = require('../source/source')
const { sourceMapText } = require('../source/source-maps')
const { assertHeapProfile, fromHeapProfile } = require('../source/stacks')
const { document, withCode } = require('../report/document')
const { figure } = require('../report/figure')
const { html } = require('../report/html')
const { ofProgram, once } = require('../measurement/cpu-sampling')
const { isLargeHeap, retainedByAnother, retainerIn, withSnapshots } = require('../measurement/retained-memory')
const { drive, findDriver } = require('../load/drivers')
const { start } = require('../process/subject')
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
    await load(WARM_UP_SHARE)
    const [allocated, retained] = [
      await sampled(running, 'all', () => load(EACH_SHARE)),
      await retainedIn(running, workload, { load: () => load(EACH_SHARE), directory })
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

  next: nextOf,

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
 * Samples retained memory, and finds what retains it: in this process or, if its heap is large, in a second one.
 *
 * @param {import('../process/subject').RunningSubject} running
 * @param {import('../types/pipeline').Workload} workload
 * @param {{ load: () => Promise<any>, directory: string }} options
 */
async function retainedIn (running, workload, { load, directory }) {
  const { heapUsedBytes } = await running.processMetrics('collect')
  if (!isLargeHeap(heapUsedBytes)) {
    return withSnapshots(async (folder) => {
      const retained = await sampled(running, 'kept', load, folder)
      return { ...retained, retainer: retainerIn(folder, retained.served) }
    })
  }
  const retained = await sampled(running, 'kept', load)
  const another = await retainedByAnother(() => start(running.subject, { directory, processMetrics: true }), {
    bytesPerRequest: keptOf(retained) / Math.max(1, retained.served),
    load: (durationSeconds, { address }) =>
      drive(findDriver('built-in', workload), address, { ...workload, durationSeconds })
  })
  return { ...retained, retainer: another?.retainer ?? null }
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
  const places = withShortPaths(placesOf(retained, sources.ofFiles(found)))
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

const BOXES = 'Each box is a function, as wide as the memory allocated by it and by those above it. It stands on its caller.'

/** @param {any} found */
function foreignPage ({ subject, profile, before, places, notes }) {
  const [first, ...others] = linesOf(places)
  const chart = flameGraph(fromHeapProfile(profile), {
    title: before ? 'Memory in use: change since the other profile' : 'Memory in use',
    note: BOXES,
    unit: bytes,
    ...(before && { before: fromHeapProfile(before) })
  })
  return document({
    title: `Memory of ${subject.id}`,
    lead: {
      what: 'Memory in use when the profile was written, by the function that allocated it.',
      where: lineList(first ? [first] : []),
      next: withCode('To see which memory each request retains, profile the server itself: `npx hot-path heap <server>`.'),
      chart: figure(chart)
    },
    body: html`${others.length ? html`<h2>Other source lines</h2>${lineList(others)}` : ''}
${notes.map((/** @type {string} */ note) => html`<p>${note}</p>`)}`
  })
}

/** @param {number} weight */
function bytes (weight) {
  return `${rounded(weight)} bytes`
}

/**
 * @param {import('../process/subject').RunningSubject | import('../process/attach/subject').AttachedSubject} running
 * @param {'all' | 'kept'} word
 * @param {() => Promise<any>} load
 * @param {string} [folder] directory for heap snapshots
 */
async function sampled (running, word, load, folder = '') {
  const before = await running.probe(PROBE, word, folder)
  const seen = await load()
  return { before, load: seen, served: seen.requests, ...(await running.probe(PROBE, 'end')) }
}

/**
 * @param {any} retained
 * @returns {number} bytes that all threads retain
 */
function keptOf (retained) {
  return [retained, ...(retained.threads ?? [])].reduce((sum, thread) => sum + keptBytes(thread), 0)
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

/** @param {any} finding */
function nextOf ({ kept }) {
  return kept?.places.length
    ? 'Release what is no longer needed, or limit the size of the collection. Then measure again.'
    : 'To reduce garbage collection, allocate less on these lines.'
}

/** @param {any} found */
function page ({ subject, allocated, retained, kept, made, notes }) {
  const isKept = Boolean(kept?.places.length)
  const [first, ...others] = linesOf([...(kept?.places ?? []), ...made.places])
  const charts = [
    flameGraph(retained ? fromHeapProfile(retained.profile) : [], {
      title: 'Retained memory: allocated in the second part of the run, and still in use after it',
      note: BOXES,
      unit: bytes
    }),
    flameGraph(fromHeapProfile(allocated.profile), {
      title: 'Allocated memory in the first part of the run, whether retained or collected',
      note: BOXES,
      unit: bytes
    })
  ]
  const [leading, other] = isKept ? charts : charts.reverse()
  return document({
    title: `Memory of ${subject.id}`,
    lead: {
      what: headline(kept),
      where: lineList(first ? [first] : []),
      next: nextOf({ kept }),
      chart: figure(leading)
    },
    body: html`${others.length ? html`<h2>Other source lines</h2>${lineList(others)}` : ''}
${kept && figure(other)}
${notes.map((/** @type {string} */ note) => html`<p>${note}</p>`)}`
  })
}
