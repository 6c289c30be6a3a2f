'use strict'

const fs = require('fs/promises')
const path = require('path')
const { fromTicks } = require('../source/stacks')
const { optionalPackage } = require('../util/optional-package')
const { NO_INLINING, environmentOf, logfileIn, onPort, serverCommand } = require('./equivalent-command')
const { readable, sanitizeFile } = require('./third-party-pages')
const { NEXT, formatter, toProfile } = require('./table')

const TITLE = '0x'

/** @type {import('./instrument').Recorder} */
async function record (nodeArguments, directory, { subject }) {
  const zeroX = optionalPackage('0x') // heavy, so only the recorder process loads it
  const page = path.join(directory, 'report.html')
  await zeroX({
    argv: [logfileIn(directory), NO_INLINING, ...nodeArguments],
    pathToNodeBinary: process.execPath,
    workingDir: directory,
    outputDir: 'ticks',
    outputHtml: page,
    writeTicks: true,
    title: `node ${subject.file}`
  })
  await sanitizeFile(page, readable)
}

/** @type {import('./instrument').Instrument['read']} */
async function read (directory, subject, { sources }) {
  const ticks = JSON.parse(await fs.readFile(path.join(directory, 'ticks', 'ticks.json'), 'utf8'))
  return toProfile(sources.asWritten(fromTicks(ticks)))
}

/** @type {import('./instrument').Instrument} */
module.exports = {
  name: '0x',
  title: TITLE,
  needs: '0x',
  summary: 'Profile CPU time with 0x',
  command: (subject, workload) =>
    `${environmentOf(subject)}npx 0x -P ${onPort(workload)} -- node ${NO_INLINING} ${serverCommand(subject)}`,
  file: __filename,
  record,
  read,
  format: formatter(TITLE),
  next: () => NEXT
}
