'use strict'

const { createHash } = require('crypto')
const fs = require('fs')
const os = require('os')
const path = require('path')
const { atExit } = require('./at-exit')
const { OperationalError } = require('./errors')

// Machines and containers that share the folder number their processes independently. Directories of their runs are
// removed by age instead: after 24 hours, longer than any run takes.
const PLACE = placeOf(os.hostname(), pidNamespace())
const OLD_MS = 24 * 3600 * 1000

/**
 * Creates a temporary directory for a run and removes it when the run ends or the process exits. First removes the
 * directories of killed runs.
 *
 * @template T
 * @param {string} folder reports folder of the server
 * @param {(directory: string) => Promise<T>} run
 * @returns {Promise<T>}
 */
async function withRunDirectory (folder, run) {
  makeFolder(folder)
  sweep(folder)
  const directory = fs.mkdtempSync(path.join(folder, `.run-${process.pid}-${PLACE}-`))
  const isRemoved = atExit(() => remove(directory))
  try {
    return await run(directory)
  } catch (err) {
    if (fs.existsSync(directory) || err instanceof OperationalError) throw err
    throw new OperationalError(`${directory} was removed while it was in use. Try again.`, { cause: err })
  } finally {
    remove(directory)
    isRemoved()
  }
}

/**
 * @param {string} folder
 * @throws {Error} a system error
 */
function makeFolder (folder) {
  try {
    fs.mkdirSync(folder, { recursive: true })
  } catch (err) {
    if (/** @type {NodeJS.ErrnoException} */ (err).code !== 'ENOENT') throw err
    // With `recursive`, Node reports this code also for a read-only disk.
    let missing = folder
    while (!fs.existsSync(path.dirname(missing))) missing = path.dirname(missing)
    fs.mkdirSync(missing)
    throw err
  }
}

/**
 * Replaces a file atomically: readers see the old or the new content, never a part.
 *
 * @param {string} directory location for the draft, on the same disk as `to`
 * @param {string} to
 * @param {string} text
 */
function publishText (directory, to, text) {
  writeWhole(to, text, path.join(directory, path.basename(to)))
}

/**
 * Replaces a file atomically, without a run directory: for files such as those in results/.
 *
 * @param {string} file
 * @param {string} text
 * @param {string} [draft] temporary file on the same disk
 */
function writeWhole (file, text, draft = `${file}.new`) {
  fs.writeFileSync(draft, text)
  fs.renameSync(draft, file)
}

/**
 * Checks a result file before a long run.
 *
 * @param {string} file
 * @param {string} option the option or variable that names the file
 * @throws {OperationalError} if the file cannot be written
 */
function assertWritable (file, option) {
  const refuse = (/** @type {string} */ why) => {
    throw new OperationalError(`${option} needs a file that can be written: ${JSON.stringify(file)} ${why}.`)
  }
  if (file === '') refuse('is not a file name')
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true })
    const there = fs.statSync(file, { throwIfNoEntry: false })
    if (there && !there.isFile()) refuse('is not a regular file')
    const needed = [path.dirname(file), ...(there ? [file] : [])]
    for (const one of needed) fs.accessSync(one, fs.constants.W_OK)
  } catch (err) {
    if (err instanceof OperationalError) throw err
    refuse(`cannot be written (${/** @type {NodeJS.ErrnoException} */ (err).code})`)
  }
}

/** @param {string} folder */
function sweep (folder) {
  for (const directory of killedIn(folder)) remove(directory)
}

/**
 * @param {string} folder
 * @returns {string[]} directories of killed runs; empty if the folder does not exist
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
 * @param {string} name entry in the folder
 */
function isKilled (folder, name) {
  const [, owner, place] = /^\.run-(\d+)-(?:(\w{8})-)?/.exec(name) ?? []
  if (!owner) return false
  if (place === PLACE) return !isAlive(Number(owner))
  const { mtimeMs = Infinity } = fs.statSync(path.join(folder, name), { throwIfNoEntry: false }) ?? {}
  return Date.now() - mtimeMs > OLD_MS
}

/** @returns {string} identifier of the process id namespace; empty if unknown */
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
 * @returns {string} eight hexadecimal digits
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
