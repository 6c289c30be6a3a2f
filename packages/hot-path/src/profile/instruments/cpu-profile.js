'use strict'

const { spawn } = require('child_process')
const { once } = require('events')
const fs = require('fs/promises')
const path = require('path')
const { rounded } = require('../../base/numbers')
const { flameGraph, flameLegend } = require('../../places/flame-graph')
const { sourceMapText } = require('../../places/source-maps')
const { fromCpuProfile, isServing } = require('../../places/stacks')
const { document, table } = require('../../report/document')
const { figure } = require('../../report/figure')
const { html } = require('../../report/html')
const { NO_INLINING, autocannonCommand, serverCommand } = require('./command')
const { shareOfLoad } = require('./load-share')
const { toProfile, concluded, formatter } = require('./profile')

const TITLE = "V8's CPU profiler"
const PROBE = require.resolve('../../places/probes/cpu-sampling')
const FILE = 'main.cpuprofile'
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
  const stacks = fromCpuProfile(sources.asWritten(JSON.parse(await fs.readFile(path.join(directory, FILE), 'utf8'))))
  const profile = toProfile(stacks)
  await fs.writeFile(path.join(directory, 'report.html'), page({ subject, stacks, profile, load, notes: sourceMapText(sources.used) }))
  return profile
}

/**
 * @param {object} found
 * @param {import('../../records').Subject} found.subject
 * @param {import('../../records').WeightedStack[]} found.stacks
 * @param {import('../../records').Profile} found.profile
 * @param {import('../../records').Load | null} found.load
 * @param {string[]} found.notes
 */
function page ({ subject, stacks, profile: { hottest }, load, notes }) {
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

/** @type {import('.').Instrument} */
module.exports = {
  name: 'cpu-profile',
  kept: { [FILE]: 'cpuprofile' },
  title: TITLE,
  summary: "V8's own profiler: which function is hot, without any tool",
  command: (subject, workload) =>
    `node ${OPTIONS.join(' ')} ${serverCommand(subject)}   (in another terminal: npx ${autocannonCommand(workload, 3000)}, then Ctrl-C)`,
  record,
  attach,
  read,
  format: formatter(TITLE)
}
