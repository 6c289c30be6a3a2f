'use strict'

const { spawn } = require('child_process')
const { once } = require('events')
const fs = require('fs/promises')
const path = require('path')
const { fromCpuProfile } = require('../stacks')
const { autocannonCommand, serverCommand } = require('./command')
const { makeHarmless } = require('./harmless')
const { toProfile, teller } = require('./profile')

const TITLE = "V8's CPU profiler"
const FILE = 'main.cpuprofile'

/** @type {import('.').Recorder} */
async function record (nodeArguments, directory, { subject }) {
  const zeroX = require('0x') // heavy: for the host alone
  const page = path.join(directory, 'report.html')
  const profiled = spawn(process.execPath, [
    '--cpu-prof', `--cpu-prof-dir=${directory}`, `--cpu-prof-name=${FILE}`, ...nodeArguments
  ], { stdio: 'inherit' })
  await once(profiled, 'exit')
  await zeroX({
    visualizeCpuProfile: path.join(directory, FILE),
    workingDir: directory,
    outputHtml: page,
    title: `node ${subject.file}`
  })
  await makeHarmless(page)
}

/** @param {string} directory where `record` worked */
async function read (directory) {
  return toProfile(fromCpuProfile(JSON.parse(await fs.readFile(path.join(directory, FILE), 'utf8'))))
}

/** @type {import('.').Instrument} */
module.exports = {
  name: 'cpu-profile',
  title: TITLE,
  needs: '0x',
  summary: "V8's own profiler: which function is hot, without any tool",
  command: (subject, workload) =>
    `node --cpu-prof ${serverCommand(subject)}   (in another terminal: npx ${autocannonCommand(workload, 3000)}, then Ctrl-C)`,
  record,
  read,
  tell: teller(TITLE)
}
