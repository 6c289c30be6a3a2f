'use strict'

const fs = require('fs/promises')
const path = require('path')
const { promisify } = require('util')
const { fromTicks } = require('../source/stacks')
const { optionalPackage } = require('../util/optional-package')
const {
  NO_INLINING, WITHOUT_TERMINAL, environmentOf, logfileIn, onPort, serverCommand
} = require('./equivalent-command')
const { sanitizeFile } = require('./third-party-pages')
const { toProfile, formatter } = require('./table')

const NAME = 'flame'
const TITLE = 'Clinic Flame'

/** @type {import('./instrument').Recorder} */
async function record (nodeArguments, directory, { subject }) {
  const ClinicFlame = optionalPackage('@clinic/flame') // heavy: for the recorder process alone
  const flame = new ClinicFlame({ dest: directory, name: NAME })
  const data = await promisify(flame.collect.bind(flame))([
    process.execPath,
    // The logs of worker threads, too, have to stay in our folder, wherever the server goes.
    logfileIn(directory),
    NO_INLINING,
    ...nodeArguments
  ])
  await atHome(data, path.dirname(subject.entry))
}

/** @param {string} directory where `record` worked */
async function draw (directory) {
  const ClinicFlame = optionalPackage('@clinic/flame')
  const flame = new ClinicFlame({ dest: directory, name: NAME })
  const page = path.join(directory, 'report.html')
  await promisify(flame.visualize.bind(flame))(path.join(directory, `${NAME}.clinic-flame`), page)
  await sanitizeFile(page)
}

/**
 * Flame shows files relative to the folder of what it ran, and names the application after it. It takes our
 * preload for that; a person knows the server's folder.
 *
 * @param {string} data what Flame collected
 * @param {string} mainDirectory
 */
async function atHome (data, mainDirectory) {
  const file = path.join(data, `${NAME}.clinic-flame-systeminfo`)
  const info = JSON.parse(await fs.readFile(file, 'utf8'))
  await fs.writeFile(file, JSON.stringify({ ...info, mainDirectory }))
}

/** @type {import('./instrument').Instrument['read']} */
async function read (directory, subject, { sources }) {
  const samples = path.join(directory, `${NAME}.clinic-flame`, `${NAME}.clinic-flame-samples`)
  return toProfile(sources.asWritten(fromTicks(JSON.parse(await fs.readFile(samples, 'utf8')))))
}

/** @type {import('./instrument').Instrument} */
module.exports = {
  name: NAME,
  title: TITLE,
  needs: '@clinic/flame',
  summary: 'Clinic Flame: which function is hot?',
  command: (subject, workload) =>
    `${environmentOf(subject)}${WITHOUT_TERMINAL} npx clinic@13 flame --on-port=${onPort(workload)} -- node ${NO_INLINING} ${serverCommand(subject)}`,
  file: __filename,
  record,
  draw,
  read,
  format: formatter(TITLE)
}
