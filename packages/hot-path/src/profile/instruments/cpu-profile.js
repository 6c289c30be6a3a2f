'use strict'

const { spawn } = require('child_process')
const { once } = require('events')
const { existsSync } = require('fs')
const fs = require('fs/promises')
const path = require('path')
const { rounded } = require('../../base/numbers')
const { changeLegend, flameGraph, flameLegend } = require('../../places/flame-graph')
const { sourceMapText } = require('../../places/source-maps')
const { assertCpuProfile, fromCpuProfile, isServing } = require('../../places/stacks')
const { document, table } = require('../../report/document')
const { figure } = require('../../report/figure')
const { html } = require('../../report/html')
const { NO_INLINING, autocannonCommand, serverCommand } = require('./command')
const { shareOfLoad } = require('./load-share')
const { whatGrew, withCallsText } = require('../what-grew')
const { toProfile, concluded, formatter } = require('./profile')

const TITLE = "V8's CPU profiler"
const PROBE = require.resolve('../../places/probes/cpu-sampling')
const FILE = 'main.cpuprofile'
const BEFORE = 'before.cpuprofile'
// CPU.<date>.<time>.<process id>.<thread id>.<number>.cpuprofile, as node --cpu-prof calls its files; 0 is the main
// thread.
const NAME = /^CPU\.\d+\.\d+\.(?<pid>\d+)\.(?<thread>\d+)\.\d+\.cpuprofile$/

const OPTIONS = ['--cpu-prof', NO_INLINING]

/** @type {import('.').Recorder} */
async function record (nodeArguments, directory) {
  // Worker threads and child processes inherit these options. A name of ours would be the same for all, and the profile
  // of the last one to end would replace the others.
  const options = [...OPTIONS, `--cpu-prof-dir=${directory}`]
  const profiled = spawn(process.execPath, [...options, ...nodeArguments], { stdio: 'inherit' })
  await once(profiled, 'exit')
  const file = profileOf(Number(profiled.pid), await fs.readdir(directory))
  await fs.rename(path.join(directory, file), path.join(directory, FILE))
}

/**
 * @param {number} pid of the server
 * @param {string[]} files
 * @returns {string} the profile of its main thread
 * @throws {Error} where there is none
 */
function profileOf (pid, files) {
  const found = files.find(function (file) {
    const { groups } = NAME.exec(file) ?? {}
    return groups && Number(groups.pid) === pid && Number(groups.thread) === 0
  })
  if (!found) throw new Error('Node left no CPU profile of the main thread. Was the server killed by a signal?')
  return found
}

/** @type {NonNullable<import('.').Instrument['attach']>} */
async function attach (running, workload, { directory }) {
  const load = shareOfLoad(running, workload, () => {})
  await running.probe(PROBE, 'begin')
  const passed = await load(1)
  const { profile } = await running.probe(PROBE, 'end')
  await fs.writeFile(path.join(directory, FILE), JSON.stringify(profile))
  return passed
}

/** @type {import('.').Instrument['read']} */
async function read (directory, subject, { load, sources }) {
  const files = [FILE, BEFORE].map((name) => path.join(directory, name))
  const [stacks, before] = await Promise.all(files.map((file) => stacksIn(file, sources)))
  const profile = toProfile(stacks)
  const changes = before.length > 0 ? changesOf(before, stacks) : null
  const notes = sourceMapText(sources.used)
  const seen = { subject, stacks, before, profile, changes, load, notes }
  await fs.writeFile(path.join(directory, 'report.html'), page(seen))
  return { ...profile, ...(changes && { changes }) }
}

/**
 * @param {string} file
 * @param {import('../../places/source-maps').SourceMaps} sources
 * @returns {Promise<import('../../records').WeightedStack[]>} empty where there is no such file
 */
async function stacksIn (file, sources) {
  if (!existsSync(file)) return []
  return fromCpuProfile(sources.asWritten(JSON.parse(await fs.readFile(file, 'utf8'))))
}

/**
 * Of two profiles whose requests nobody has counted, only shares can be compared.
 *
 * @param {import('../../records').WeightedStack[]} before
 * @param {import('../../records').WeightedStack[]} after
 * @returns {import('../../records').ShareChange[]} most grown first
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
 * @param {import('../../records').Subject} found.subject
 * @param {import('../../records').WeightedStack[]} found.stacks
 * @param {import('../../records').Profile} found.profile
 * @param {import('../../records').Load | null} found.load
 * @param {string[]} found.notes
 * @param {import('../../records').WeightedStack[]} found.before what it is compared with; empty where with nothing
 * @param {import('../../records').ShareChange[] | null} found.changes
 */
function page ({ subject, stacks, before, profile: { hottest }, changes, load, notes }) {
  return document({
    title: `CPU profile of ${subject.id}`,
    body: html`${concluded(TITLE, hottest, load).map((line) => html`<p class="verdict">${line}</p>`)}
${notes.map((note) => html`<p>${note}</p>`)}
${figure(
  flameGraph(stacks.filter(isServing), {
    title: 'Where the CPU time of the main thread went',
    note: 'Each box is a function, as wide as the time in it and in those above it. It stands on the one that called it. Where nothing stands on a box, it was itself at work. To load the modules at the start took time, too, and is left out here.',
    unit: (weight) => `${rounded(weight / 1000)} ms`
  })
)}
${flameLegend()}
${changes && html`<h2>What has changed since the other profile</h2>
${table(
  ['function', 'before', 'now'],
  changes.map((one) => [grownAt(one), shareText(one.beforePercent), shareText(one.afterPercent)]),
  'What takes more of the busy time than before'
)}
${figure(
  flameGraph(inPercent(stacks), {
    title: 'What has changed, in shares of the busy time',
    note: 'The boxes are those of the later profile. How many requests either of them saw is not known: where one function takes a larger share, the shares of all others are smaller.',
    unit: (weight) => `${rounded(weight)} %`,
    before: inPercent(before)
  })
)}
${changeLegend()}`}
<h2>The hottest functions</h2>
${table(
  ['function', 'self', 'with all that it calls', 'kind'],
  hottest.map(({ name, file, line, self, total, kind }) => [
    `${name} ${file}:${line}`,
    `${self.toFixed(1)} %`,
    `${total.toFixed(1)} %`,
    kind
  ]),
  'The hottest functions'
)}`
  })
}

/** @param {import('../../records').WeightedStack[]} stacks */
function inPercent (stacks) {
  const serving = stacks.filter(isServing)
  const all = serving.reduce((sum, { weight }) => sum + weight, 0)
  return serving.map((stack) => ({ ...stack, weight: (100 * stack.weight) / all }))
}

/** @param {number | null} percent */
function shareText (percent) {
  return percent === null ? 'not seen' : `${percent.toFixed(1)} %`
}

/** @param {import('../../records').ShareChange} one */
function grownAt ({ name, file, line, ...one }) {
  return `${name} ${file}:${line}${withCallsText(one)}`
}

/** @param {any} finding */
function format ({ changes, ...profile }, /** @type {any} */ load) {
  const lines = formatter(TITLE)(profile, load)
  if (!changes) return lines
  return [
    ...lines,
    '',
    ...(changes.length > 0 ? ['What takes more of the busy time than before:'] : ['Nothing takes much more of the busy time than before.']),
    ...changes.map(
      (/** @type {import('../../records').ShareChange} */ one) =>
        `  ${grownAt(one)}: ${shareText(one.beforePercent)} before, ${shareText(one.afterPercent)} now`
    )
  ]
}

/** @type {import('.').Instrument} */
module.exports = {
  name: 'cpu-profile',
  kept: { [FILE]: 'cpuprofile' },
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
  summary: "V8's own profiler: which function is hot, without any tool",
  command: (subject, workload) =>
    `node ${OPTIONS.join(' ')} ${serverCommand(subject)}   (in another terminal: npx ${autocannonCommand(workload, 3000)}, then Ctrl-C)`,
  record,
  attach,
  read,
  format
}
