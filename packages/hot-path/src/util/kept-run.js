'use strict'

const fs = require('fs')
const path = require('path')

const RUN = /^run-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-/
const MOST_RUNS = 50

/**
 * Gives a page, and what lies beside it under the same name, a folder of its own: `<reports>/run-<date>-<what>/`. The
 * next run of the same kind replaces the page, and not what is in that folder. `<reports>/latest` leads to the newest.
 * The files are linked: they take room on the disk once they are replaced. Only the newest 50 folders are kept.
 *
 * @param {string} page absolute path
 * @param {{ reports: string, now?: Date }} options `reports`: absolute path
 * @returns {string} absolute path of the page in its folder; `page` itself where it lies somewhere else than below
 *   `reports`, or in such a folder already, or where the disk takes no more
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
    return page // the page is there; only the next run replaces it
  }
}

/**
 * @param {string} reports directory
 * @returns {string[]} absolute paths of the folders of runs, the oldest first; none where there is no such directory
 */
function keptRuns (reports) {
  if (!fs.existsSync(reports)) return []
  return fs.readdirSync(reports).filter((name) => RUN.test(name)).sort().map((name) => path.join(reports, name))
}

/** @param {string} wanted is given a number where two runs end in the same second */
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
    fs.copyFileSync(from, to) // not every disk has links
  }
}

/**
 * @param {string} folder
 * @param {string} link is replaced, unless it is something else than a link
 */
function pointTo (folder, link) {
  const there = fs.lstatSync(link, { throwIfNoEntry: false })
  if (there && !there.isSymbolicLink()) return
  const draft = `${link}.${process.pid}`
  try {
    fs.symlinkSync(path.basename(folder), draft, 'dir')
    fs.renameSync(draft, link)
  } catch {
    // Not everybody may make one, on Windows.
  }
}

module.exports = { keepRun, keptRuns }
