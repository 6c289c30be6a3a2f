'use strict'

const { spawn } = require('child_process')
const { once } = require('events')
const fs = require('fs/promises')
const path = require('path')
const { forZeroX, fromCpuProfile } = require('../../places/stacks')
const { optionalPackage } = require('../../base/optional-package')
const { NO_INLINING, autocannonCommand, serverCommand } = require('./command')
const { sanitizeFile } = require('./sanitize')
const { toProfile, formatter } = require('./profile')
const { readable } = require('./zero-x-page')

const TITLE = "V8's CPU profiler"
const FILE = 'main.cpuprofile'
const DRAWN = 'drawn.cpuprofile'
// CPU.<date>.<time>.<process id>.<thread id>.<number>.cpuprofile, as node --cpu-prof calls its files; 0 is the main
// thread.
const NAME = /^CPU\.\d+\.\d+\.(?<pid>\d+)\.(?<thread>\d+)\.\d+\.cpuprofile$/

const OPTIONS = ['--cpu-prof', NO_INLINING]

/** @type {import('.').Recorder} */
async function record (nodeArguments, directory, { subject }) {
  const zeroX = optionalPackage('0x') // heavy: for the recorder process alone
  const page = path.join(directory, 'report.html')
  // Worker threads and child processes inherit these options. A name of ours would be the same for all, and the profile
  // of the last one to end would replace the others.
  const options = [...OPTIONS, `--cpu-prof-dir=${directory}`]
  const profiled = spawn(process.execPath, [...options, ...nodeArguments], { stdio: 'inherit' })
  await once(profiled, 'exit')
  const file = profileOf(Number(profiled.pid), await fs.readdir(directory))
  await fs.rename(path.join(directory, file), path.join(directory, FILE))
  await fs.writeFile(path.join(directory, DRAWN), JSON.stringify(forZeroX(await readProfile(directory))))
  await zeroX({
    visualizeCpuProfile: path.join(directory, DRAWN),
    workingDir: directory,
    outputHtml: page,
    title: `node ${subject.file}`
  })
  await sanitizeFile(page, readable)
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

/** @param {string} directory */
async function readProfile (directory) {
  return JSON.parse(await fs.readFile(path.join(directory, FILE), 'utf8'))
}

/** @param {string} directory where `record` worked */
async function read (directory) {
  return toProfile(fromCpuProfile(await readProfile(directory)))
}

/** @type {import('.').Instrument} */
module.exports = {
  name: 'cpu-profile',
  title: TITLE,
  needs: '0x',
  summary: "V8's own profiler: which function is hot, without any tool",
  command: (subject, workload) =>
    `node ${OPTIONS.join(' ')} ${serverCommand(subject)}   (in another terminal: npx ${autocannonCommand(workload, 3000)}, then Ctrl-C)`,
  record,
  read,
  format: formatter(TITLE)
}
