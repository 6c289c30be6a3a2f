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
const { NEXT, formatter, toProfile } = require('./table')

const NAME = 'flame'
const TITLE = 'Clinic Flame'

/** @type {import('./instrument').Recorder} */
async function record (nodeArguments, directory, { subject }) {
  const ClinicFlame = optionalPackage('@clinic/flame') // heavy, so only the recorder process loads it
  const flame = new ClinicFlame({ dest: directory, name: NAME })
  const data = await promisify(flame.collect.bind(flame))([
    process.execPath,
    // Keeps all logs, also of worker threads, in the run directory, even if the server changes its working directory.
    logfileIn(directory),
    NO_INLINING,
    ...nodeArguments
  ])
  await atHome(data, path.dirname(subject.entry))
}

/** @param {string} directory where `record` wrote its data */
async function draw (directory) {
  const ClinicFlame = optionalPackage('@clinic/flame')
  const flame = new ClinicFlame({ dest: directory, name: NAME })
  const page = path.join(directory, 'report.html')
  await promisify(flame.visualize.bind(flame))(path.join(directory, `${NAME}.clinic-flame`), page)
  await sanitizeFile(page)
}

/**
 * Sets the server's folder as the main directory. Flame shows files relative to that directory and names the
 * application after it, but would take the folder of hot-path's preload.
 *
 * @param {string} data folder of the data that Flame collected
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
  summary: 'Profile CPU time with Clinic Flame',
  command: (subject, workload) =>
    `${environmentOf(subject)}${WITHOUT_TERMINAL} npx clinic@13 flame --on-port=${onPort(workload)} -- node ${NO_INLINING} ${serverCommand(subject)}`,
  file: __filename,
  record,
  draw,
  read,
  format: formatter(TITLE),
  next: () => NEXT
}
