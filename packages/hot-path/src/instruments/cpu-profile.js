'use strict'

const { existsSync } = require('fs')
const fs = require('fs/promises')
const path = require('path')
const { PROBES } = require('../agent')
const { rounded, wholePercent, wrap } = require('../util/format')
const { flameGraph } = require('../report/flame-graph')
const { sampleCpu } = require('../measurement/cpu-sampling')
const { readSource } = require('../source/source')
const { sourceMapText } = require('../source/source-maps')
const { assertCpuProfile, busyShare, fromCpuProfile } = require('../source/stacks')
const { stacksOfThread } = require('../source/threads')
const { document, table, withCode } = require('../report/document')
const { figure } = require('../report/figure')
const { html } = require('../report/html')
const { lineList } = require('../report/locations')
const {
  EXITS_ON_CTRL_C, NO_INLINING, STOP, environmentOf, inTwoTerminals, serverCommand
} = require('./equivalent-command')
const { shareOfLoad } = require('./load-share')
const { atWork } = require('../source/hottest')
const { movedTo } = require('../source/moved')
const { whatGrew, withCallsText } = require('../source/profile-diff')
const { NEXT, concluded, formatter, toProfile } = require('./table')

const TITLE = "V8's CPU profiler"
const FILE = 'cpu-profile.cpuprofile'
const WIDTH = 80
const OF_PROGRAM = PROBES.programCpu
const BEFORE = 'before.cpuprofile'
const LEFT_OUT = 'The time to load modules at the start is left out.'
const LOADED = "Node's own loader, which calls all of a script, is left out."
const NONE = { answered: [], silent: [] }

/** @type {NonNullable<import('./instrument').Instrument['watch']>} */
async function watch (running, workload, { directory, onProgress }) {
  const load = shareOfLoad(running, workload, onProgress)
  const sampled = await sampleCpu(running, () => load(1), running.address.port)
  return { load: sampled.load, found: await keep(directory, sampled) }
}

/** @type {NonNullable<import('./instrument').Instrument['attach']>} */
async function attach (running, workload, { directory }) {
  const load = shareOfLoad(running, workload, () => {})
  const { cpu, children, load: passed } = await sampleCpu(running, () => load(1))
  const found = await keep(directory, { cpu, children })
  return { passed: { ...passed, loopUtilization: cpu.profile ? busyShare(cpu.profile) : NaN }, found }
}

/** @type {import('./instrument').WithoutLoad['watch']} */
async function watchProgram (program, { directory, durationSeconds }) {
  const isRunning = await program.runsFor(durationSeconds)
  const { answered: threads, silent } = (isRunning && (await program.ask(OF_PROGRAM, 'threads'))) || NONE
  const seen = await program.seen()
  const cpu = { ...seen.readings[OF_PROGRAM], cpuMs: null, threads, silent }
  const found = await keep(directory, { cpu, children: [] })
  return { seen: { ...seen, passed: { ...seen.passed, loopUtilization: busyShare(cpu.profile) } }, found }
}

/**
 * Writes the profiles to files, for other tools.
 *
 * @param {string} directory
 * @param {Pick<Awaited<ReturnType<typeof sampleCpu>>, 'cpu' | 'children'>} sampled
 * @returns {Promise<{ main: object | null, all: any[] | null }>} `main`: profile of the main thread; `all`: also of the
 *   worker threads, and of the processes that the server has started; null if there are none
 */
async function keep (directory, { cpu, children }) {
  await fs.writeFile(path.join(directory, FILE), JSON.stringify(cpu.profile))
  const others = [
    ...cpu.threads,
    ...children.flatMap(({ title, cpu, passed }) => [
      { title, passed, cpuMs: cpu.cpuMs, profile: cpu.profile },
      ...cpu.threads.map((thread) => ({ ...thread, title: `${thread.title} of ${title}` }))
    ])
  ]
  if (others.length === 0 && cpu.silent.length === 0) return { main: cpu.profile, all: null }
  const silent = [cpu, ...children.map(({ cpu }) => cpu)].flatMap(({ silent }) => silent)
  const all = [
    { title: 'main thread', cpuMs: cpu.cpuMs, profile: cpu.profile },
    ...others,
    ...silent.map((title) => ({ title, cpuMs: null, profile: null }))
  ]
  for (const { title, profile } of others) {
    const name = title.replace(/[^\w]+/g, '-').replace(/-$/, '')
    await fs.writeFile(path.join(directory, `cpu-profile.${name}.cpuprofile`), JSON.stringify(profile))
  }
  return { main: cpu.profile, all }
}

/** @type {import('./instrument').Instrument['read']} */
async function read (directory, subject, { load, sources, found }) {
  const stacksOf = (/** @type {any} */ profile) =>
    profile === undefined ? [] : fromCpuProfile(sources.asWritten(profile))
  const main = stacksOf(found ? found.main : await profileIn(directory, FILE))
  const before = movedTo(stacksOf(await profileIn(directory, BEFORE)), main)
  const parts = found?.all ? partsOf(sources.asWritten(found.all)) : undefined
  const stacks = parts ? parts.flatMap(labelled) : main
  const profile = toProfile(stacks)
  const threads = parts?.map(toThread).sort((a, b) => (b.cpuMs ?? 0) - (a.cpuMs ?? 0))
  const changes = before.length > 0 ? changesOf(before, stacks) : null
  const notes = sourceMapText(sources.used)
  const seen = { subject, stacks, before, profile, threads, changes, load, notes }
  await fs.writeFile(path.join(directory, 'report.html'), page(seen))
  return { ...profile, ...(threads && { threads }), ...(changes && { changes }) }
}

/**
 * @param {string} directory
 * @param {string} name
 * @returns {Promise<object | null | undefined>} undefined if there is no such file
 */
async function profileIn (directory, name) {
  const file = path.join(directory, name)
  return existsSync(file) ? JSON.parse(await fs.readFile(file, 'utf8')) : undefined
}

/**
 * @typedef {object} Part one thread or process of the server
 * @property {string} title
 * @property {import('../types/pipeline').WeightedStack[] | null} stacks null if it did not answer
 * @property {import('../types/pipeline').PassedTraffic} [passed] observed traffic of a process
 */

/**
 * @param {any[]} threads
 * @returns {Part[]}
 */
function partsOf (threads) {
  return threads.map((thread) => ({ ...thread, stacks: thread.profile ? stacksOfThread(thread, readSource) : null }))
}

/**
 * @param {Part} part
 * @returns {import('../types/pipeline').WeightedStack[]} with the title as the outermost frame, for the flame graph
 */
function labelled ({ title, stacks }) {
  const ground = { name: title, file: null, line: null, kind: /** @type {const} */ ('v8') }
  return atWork(stacks ?? []).stacks.map((stack) => ({ ...stack, frames: [ground, ...stack.frames] }))
}

/**
 * @param {Part} part
 * @returns {import('../types/pipeline').ThreadShare}
 */
function toThread ({ title, stacks, passed }) {
  const { hottest: [first], weight } = toProfile(atWork(stacks ?? []).stacks)
  return {
    title,
    cpuMs: stacks ? weight / 1000 : null,
    hottest: first ?? null,
    ...(passed && { loopUtilization: passed.loopUtilization, requests: passed.requests })
  }
}

/**
 * Compares shares only: the number of requests behind each profile is unknown.
 *
 * @param {import('../types/pipeline').WeightedStack[]} before
 * @param {import('../types/pipeline').WeightedStack[]} after
 * @returns {import('../types/pipeline').ShareChange[]} largest increase first
 */
function changesOf (before, after) {
  const [earlier, later] = [before, after].map((stacks) => ({ stacks, cpuUs: 100, folder: process.cwd(), entry: '' }))
  return whatGrew(earlier, later).map(({ beforeUs, afterUs, ...one }) => ({
    ...one,
    beforePercent: beforeUs,
    afterPercent: afterUs
  }))
}

/**
 * @param {object} found
 * @param {import('../types/pipeline').Subject} found.subject
 * @param {import('../types/pipeline').WeightedStack[]} found.stacks
 * @param {import('../types/pipeline').Profile} found.profile
 * @param {import('../types/pipeline').Load | null} found.load
 * @param {string[]} found.notes
 * @param {import('../types/pipeline').ThreadShare[] | undefined} found.threads undefined if there is only one
 * @param {import('../types/pipeline').WeightedStack[]} found.before stacks to compare with; empty without a comparison
 * @param {import('../types/pipeline').ShareChange[] | null} found.changes
 */
function page ({ subject, stacks, before, profile: { hottest }, threads, changes, load, notes }) {
  const { stacks: shown, isScript } = atWork(stacks)
  const [what, ...more] = concluded(TITLE, hottest, load)
  const where = hottest.find(({ kind, calledFrom }) => kind === 'app' || calledFrom)
  return document({
    title: `CPU profile of ${subject.id}`,
    lead: {
      what,
      more: more.join(' '),
      where: where && lineList([lineOf(where)]),
      next: where && withCode(NEXT),
      chart: figure(flameGraph(shown, {
        title: `CPU time ${threads ? 'of all threads and processes' : 'of the main thread'}`,
        note: `Each box is a function, as wide as the time in it and in those above it. It stands on its caller. Where nothing stands on a box, the function itself ran. ${isScript ? LOADED : LEFT_OUT}`,
        unit: (weight) => `${rounded(weight / 1000)} ms`
      }))
    },
    body: html`${threads && html`<h2>Threads and processes</h2>
<ul>${threads.map((one) => html`<li>${threadText(one)}</li>`)}</ul>`}
${changes && html`<h2>Change since the other profile</h2>
${table(
  ['function', 'share before', 'share now'],
  changes.map((one) => [grownAt(one), shareText(one.beforePercent), shareText(one.afterPercent)]),
  'Functions whose share of the busy time increased'
)}
${figure(
  flameGraph(inPercent(stacks), {
    title: 'Change of each function, in shares of the busy time',
    note: 'The boxes are those of the later profile. The number of requests in each profile is unknown: when the share of one function increases, the shares of all others decrease.',
    unit: (weight) => `${rounded(weight)} %`,
    before: inPercent(before)
  })
)}`}
<h2>Functions with the most CPU time</h2>
${table(
  ['function', 'self time', 'with callees', 'kind'],
  hottest.map(({ name, file, line, self, total, kind }) => [
    `${name} ${file}:${line}`,
    `${self.toFixed(1)} %`,
    `${total.toFixed(1)} %`,
    kind
  ]),
  'Functions with the most CPU time'
)}
${notes.map((note) => html`<p>${note}</p>`)}`
  })
}

/**
 * @param {import('../types/pipeline').HotFunction} hot
 * @returns {import('../report/locations').Line} the function, or its caller if it is not of the application
 */
function lineOf ({ self, total, kind, calledFrom, ...hot }) {
  const { name, file, line } = kind === 'app' ? hot : calledFrom ?? hot
  const what = name === hot.name ? '' : `Calls ${hot.name}: `
  const facts = [`${what}${self.toFixed(1)} % self time, ${total.toFixed(1)} % with callees`]
  return { file: String(file), line: Number(line), function: name, facts }
}

/** @param {import('../types/pipeline').WeightedStack[]} stacks */
function inPercent (stacks) {
  const { stacks: serving } = atWork(stacks)
  const all = serving.reduce((sum, { weight }) => sum + weight, 0)
  return serving.map((stack) => ({ ...stack, weight: (100 * stack.weight) / all }))
}

/** @param {number | null} percent */
function shareText (percent) {
  return percent === null ? 'absent' : `${percent.toFixed(1)} %`
}

/** @param {import('../types/pipeline').ShareChange} one */
function grownAt ({ name, file, line, ...one }) {
  return `${name} ${file}:${line}${withCallsText(one)}`
}

/** @param {import('../types/pipeline').ThreadShare} thread */
function threadText ({ title, cpuMs, hottest, loopUtilization, requests }) {
  if (cpuMs === null) return `${title} did not respond`
  const loop = loopUtilization === undefined ? '' : `, event loop ${wholePercent(loopUtilization)} busy, ${requests} requests`
  const hot = hottest ? `: ${hottest.self.toFixed(0)} % in ${hottest.name} ${hottest.file}:${hottest.line}` : ''
  return `${title}, ${rounded(cpuMs)} ms${loop}${hot}`
}

/** @param {any} finding */
function format ({ changes, threads, ...profile }, /** @type {any} */ load) {
  const lines = [
    ...formatter(TITLE, { hasCollector: true })(profile, load),
    ...(threads ? ['', 'Threads and processes, by CPU time:'] : []),
    ...(threads ?? []).flatMap((/** @type {import('../types/pipeline').ThreadShare} */ one) => wrap(threadText(one), WIDTH - 2).map((line) => `  ${line}`))
  ]
  if (!changes) return lines
  return [
    ...lines,
    '',
    ...(changes.length > 0 ? ['Functions with a larger share of the busy time than before:'] : ['No function has a much larger share of the busy time than before.']),
    ...changes.map(
      (/** @type {import('../types/pipeline').ShareChange} */ one) =>
        `  ${grownAt(one)}: ${shareText(one.beforePercent)} before, ${shareText(one.afterPercent)} now`
    )
  ]
}

/** @type {import('./instrument').Instrument} */
module.exports = {
  name: 'cpu-profile',
  raw: {
    file: FILE,
    before: BEFORE,
    ending: 'cpuprofile',
    stacks: fromCpuProfile,
    measured: { type: 'cpu', unit: 'microseconds' },
    assert: assertCpuProfile
  },
  options: ['from', 'format'],
  title: TITLE,
  summary: "Profile CPU time with V8's profiler",
  command: (subject, workload) =>
    inTwoTerminals(`${environmentOf(subject)}node --cpu-prof ${EXITS_ON_CTRL_C} ${NO_INLINING} ${serverCommand(subject)}`, subject, workload, { then: STOP }),
  watch,
  attach,
  withoutLoad: {
    command: (subject) => `${environmentOf(subject)}node --cpu-prof ${EXITS_ON_CTRL_C} ${NO_INLINING} ${serverCommand(subject)}`,
    probes: [{ file: OF_PROGRAM, first: 'begin', last: 'end' }],
    watch: watchProgram
  },
  read,
  format,
  next: () => NEXT
}
