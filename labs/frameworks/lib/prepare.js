'use strict'

// Installs and compiles the contestants of the frameworks lab on first use.

const fs = require('fs')
const path = require('path')
const { OperationalError } = require('hot-path')
const { isInstalled, runProgram } = require('hot-path/testing')

/** @typedef {import('../catalog')[0]} Contestant */

const FOLDER = path.resolve(__dirname, '..')

/**
 * @param {Contestant[]} contestants
 * @param {(line: string) => void} say called before steps that take a while
 * @returns {Promise<{ ready: Contestant[], skipped: import('./records').BenchmarkSession['failed'] }>}
 * @throws {OperationalError} if the packages cannot be installed
 */
async function prepare (contestants, say) {
  if (!isUpToDate()) {
    if (!isInstalled('npm')) {
      throw new OperationalError('npm is missing; it is needed to install the contestants. It comes with Node.')
    }
    say('Installing the contestants (once, about 150 MB)')
    await runProgram('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', FOLDER])
  }
  const ready = []
  const skipped = []
  for (const contestant of contestants) {
    const why = await missing(contestant, say)
    if (why === null) ready.push(contestant)
    else {
      skipped.push(
        ...['single', 'clustered'].map((mode) => ({
          subject: contestant.id,
          mode: /** @type {'single'} */ (mode),
          why,
          skipped: true
        }))
      )
    }
  }
  return { ready, skipped }
}

/** @returns {boolean} whether the packages are installed, and not before the lock file changed */
function isUpToDate () {
  const [wanted, installed] = ['package-lock.json', 'node_modules/.package-lock.json'].map(
    (name) => fs.statSync(path.join(FOLDER, name), { throwIfNoEntry: false })?.mtimeMs ?? 0
  )
  return installed >= wanted
}

/**
 * @param {Contestant} contestant
 * @param {(line: string) => void} say
 * @returns {Promise<string | null>} why it cannot take part, with a remedy; null if it can
 */
async function missing (
  {
    crate,
    single: {
      command: [program]
    }
  },
  say
) {
  if (!crate) {
    return fs.existsSync(program) ? null : `${program} does not exist. There may be no build for this system.`
  }
  if (!isInstalled('cargo')) return 'cargo is not installed. See https://rustup.rs.'
  if (!fs.existsSync(program)) say(`Compiling ${path.basename(crate)} (once, one to two minutes)`)
  try {
    await runProgram('cargo', [
      'build',
      '--release',
      '--locked',
      '--quiet',
      '--manifest-path',
      path.join(crate, 'Cargo.toml'),
      '--target-dir',
      path.join(crate, 'target')
    ])
    return null
  } catch (err) {
    if (!(err instanceof OperationalError)) throw err
    return `it cannot be compiled here. ${err.message}`
  }
}

module.exports = { prepare }
