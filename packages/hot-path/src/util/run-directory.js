'use strict'

const { createHash } = require('crypto')
const fs = require('fs')
const os = require('os')
const path = require('path')
const { atExit } = require('./at-exit')
const { OperationalError } = require('./errors')

// A process id says nothing where others count theirs: on another machine, or in another container, which share the
// folder with us. What their runs left is swept when it is as old as no run of ours is.
const PLACE = placeOf(os.hostname(), pidNamespace())
const OLD_MS = 24 * 3600 * 1000

/**
 * Gives a run a directory of its own, and takes it away again however the run ends. What a killed run left
 * behind is swept up by the next one.
 *
 * @template T
 * @param {string} folder where reports of the subject are kept
 * @param {(directory: string) => Promise<T>} run
 * @returns {Promise<T>}
 */
async function withRunDirectory (folder, run) {
  fs.mkdirSync(folder, { recursive: true })
  sweep(folder)
  const directory = fs.mkdtempSync(path.join(folder, `.run-${process.pid}-${PLACE}-`))
  const isRemoved = atExit(() => remove(directory))
  try {
    return await run(directory)
  } catch (err) {
    if (fs.existsSync(directory) || err instanceof OperationalError) throw err
    throw new OperationalError(`${directory} was removed while it was used. Run it again.`, { cause: err })
  } finally {
    remove(directory)
    isRemoved()
  }
}

/**
 * Puts a file in its final place whole: a reader sees the old one or the new one, never half of one.
 *
 * @param {string} directory on the same disk as `to`
 * @param {string} to
 * @param {string} text
 */
function publishText (directory, to, text) {
  writeWhole(to, text, path.join(directory, path.basename(to)))
}

/**
 * The same for a file that has no run directory: those in results/.
 *
 * @param {string} file
 * @param {string} text
 * @param {string} [draft] where it is written first, on the same disk
 */
function writeWhole (file, text, draft = `${file}.new`) {
  fs.writeFileSync(draft, text)
  fs.renameSync(draft, file)
}

/**
 * Before a long run, whose result is to be written there.
 *
 * @param {string} file
 * @param {string} option by which it was given
 * @throws {OperationalError}
 */
function assertWritable (file, option) {
  const refuse = (/** @type {string} */ why) => {
    throw new OperationalError(`${option} takes a file that can be written, and ${JSON.stringify(file)} ${why}.`)
  }
  if (file === '') refuse('has no name')
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true })
    const there = fs.statSync(file, { throwIfNoEntry: false })
    if (there && !there.isFile()) refuse('is something else')
    const needed = [path.dirname(file), ...(there ? [file] : [])]
    for (const one of needed) fs.accessSync(one, fs.constants.W_OK)
  } catch (err) {
    if (err instanceof OperationalError) throw err
    refuse(`cannot (${/** @type {NodeJS.ErrnoException} */ (err).code})`)
  }
}

/** @param {string} folder */
function sweep (folder) {
  for (const directory of killedIn(folder)) remove(directory)
}

/**
 * @param {string} folder
 * @returns {string[]} the directories of runs that were killed; none where there is no such folder
 */
function killedIn (folder) {
  if (!fs.existsSync(folder)) return []
  return fs
    .readdirSync(folder)
    .filter((name) => isKilled(folder, name))
    .map((name) => path.join(folder, name))
}

/**
 * @param {string} folder
 * @param {string} name of what is in it
 */
function isKilled (folder, name) {
  const [, owner, place] = /^\.run-(\d+)-(?:(\w{8})-)?/.exec(name) ?? []
  if (!owner) return false
  if (place === PLACE) return !isAlive(Number(owner))
  const { mtimeMs = Infinity } = fs.statSync(path.join(folder, name), { throwIfNoEntry: false }) ?? {}
  return Date.now() - mtimeMs > OLD_MS
}

/** @returns {string} which process ids these are; empty where the system does not tell */
function pidNamespace () {
  try {
    return fs.readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}

/**
 * @param {string} host
 * @param {string} namespace
 * @returns {string} eight letters and digits
 */
function placeOf (host, namespace) {
  return createHash('sha256').update(`${host} ${namespace}`).digest('hex').slice(0, 8)
}

/** @param {number} pid */
function isAlive (pid) {
  try {
    return process.kill(pid, 0)
  } catch (err) {
    return /** @type {NodeJS.ErrnoException} */ (err).code === 'EPERM'
  }
}

/** @param {string} directory */
function remove (directory) {
  fs.rmSync(directory, { recursive: true, force: true, maxRetries: 3 })
}

module.exports = { assertWritable, killedIn, publishText, withRunDirectory, writeWhole }
