'use strict'

const fs = require('fs')
const path = require('path')

/** @type {Set<string>} */
const open = new Set()

process.on('exit', () => open.forEach(remove))

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
  const directory = fs.mkdtempSync(path.join(folder, `.run-${process.pid}-`))
  open.add(directory)
  try {
    return await run(directory)
  } finally {
    remove(directory)
    open.delete(directory)
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
    .filter(function (name) {
      const owner = /^\.run-(\d+)-/.exec(name)
      return owner && !isAlive(Number(owner[1]))
    })
    .map((name) => path.join(folder, name))
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

module.exports = { killedIn, publishText, withRunDirectory, writeWhole }
