'use strict'

const fs = require('fs')
const path = require('path')

const RUN = /^run-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-/
const MOST_RUNS = 50

/**
 * Archives a page and its sibling files of the same base name in `<reports>/run-<date>-<what>/`. The next run of the
 * same kind replaces the page, but not this folder. `<reports>/latest` is a symbolic link to the newest folder. Hard
 * links are used, so the files need extra disk space only once the originals are replaced. Keeps the newest 50 folders.
 *
 * @param {string} page absolute path
 * @param {{ reports: string, now?: Date }} options `reports`: absolute path
 * @returns {string} absolute path of the archived page; `page` if it is outside `reports` or already in such a folder,
 *   or if a file operation fails, for example because the disk is full
 */
function keepRun (page, { reports, now = new Date() }) {
  const { dir, name, base } = path.parse(page)
  const what = path.relative(reports, path.join(dir, name === 'index' ? '' : name)).replaceAll(path.sep, '-')
  if (what.startsWith('..') || path.isAbsolute(what) || RUN.test(what)) return page
  const begin = path.join(reports, `run-${now.toISOString().slice(0, 19).replaceAll(':', '-')}-${what}`)
  try {
    const folder = makeFolder(begin)
    for (const file of fs.readdirSync(dir).filter((one) => one.startsWith(`${name}.`))) {
      linkOrCopy(path.join(dir, file), path.join(folder, file))
    }
    pointTo(folder, path.join(reports, 'latest'))
    for (const old of keptRuns(reports).slice(0, -MOST_RUNS)) fs.rmSync(old, { recursive: true, force: true })
    return path.join(folder, base)
  } catch (err) {
    if (/** @type {NodeJS.ErrnoException} */ (err).code === undefined) throw err
    return page // the page exists, but the next run will replace it
  }
}

/**
 * @param {string} reports directory
 * @returns {string[]} paths of the run folders, oldest first; empty if the directory does not exist
 */
function keptRuns (reports) {
  if (!fs.existsSync(reports)) return []
  return fs.readdirSync(reports).filter((name) => RUN.test(name)).sort().map((name) => path.join(reports, name))
}

/** @param {string} wanted path of the folder; a number is appended if two runs end in the same second */
function makeFolder (wanted) {
  for (let tried = 1; ; tried++) {
    const folder = tried === 1 ? wanted : `${wanted}-${tried}`
    try {
      fs.mkdirSync(folder)
      return folder
    } catch (err) {
      if (/** @type {NodeJS.ErrnoException} */ (err).code !== 'EEXIST') throw err
    }
  }
}

/**
 * @param {string} from
 * @param {string} to
 */
function linkOrCopy (from, to) {
  try {
    fs.linkSync(from, to)
  } catch {
    fs.copyFileSync(from, to) // not every file system supports hard links
  }
}

/**
 * @param {string} folder
 * @param {string} link replaced, unless it exists and is not a symbolic link
 */
function pointTo (folder, link) {
  const there = fs.lstatSync(link, { throwIfNoEntry: false })
  if (there && !there.isSymbolicLink()) return
  const draft = `${link}.${process.pid}`
  try {
    fs.symlinkSync(path.basename(folder), draft, 'dir')
    fs.renameSync(draft, link)
  } catch {
    // On Windows, creating symbolic links requires a privilege.
  }
}

module.exports = { keepRun, keptRuns }
