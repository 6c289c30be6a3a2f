'use strict'

// Which functions take more time for a request than before: from profiles of both versions.

const { shorten } = require('../places/source')

/** @typedef {import('../comparison/records').Grown} Grown */
/**
 * @typedef {import('../records').Profile} Profile
 * @typedef {object} Seen
 * @property {Profile} profile
 * @property {number} cpuUs CPU time of a request, in the profile
 * @property {string} folder that its files are compared relative to
 * @property {string} entry file of the server
 */

const MOST = 5
// Of the CPU time of a request. What a profile of two seconds tells of a function varies by some percent of the whole.
const LEAST_SHARE = 0.03
// Node's own functions vary with all that calls them. One of them comes before one of the application, or of a package,
// only where it has grown so many times as much.
const OF_NODE = 3

/**
 * Pure. A function is the same one when its name and its file are; its line may have moved.
 *
 * @param {Seen} before
 * @param {Seen} after
 * @returns {Grown[]} most grown first
 */
function whatGrew (before, after) {
  const known = new Map(timesOf(before).map(({ key, us }) => [key, us]))
  const growth = (/** @type {Grown} */ { beforeUs, afterUs }) => afterUs - (beforeUs ?? 0)
  return timesOf(after)
    .map(({ key, us, ...one }) => ({ ...one, beforeUs: known.get(key) ?? null, afterUs: us }))
    .filter((one) => growth(one) >= LEAST_SHARE * after.cpuUs)
    .sort((a, b) => growth(b) / weightOf(b) - growth(a) / weightOf(a))
    .slice(0, MOST)
}

/** @param {Grown} one */
function weightOf ({ kind }) {
  return kind === 'app' || kind === 'dependency' ? 1 : OF_NODE
}

/** @param {Seen} seen */
function timesOf ({ profile, cpuUs, folder, entry }) {
  return profile.hottest.map(function ({ name, file, line, kind, self, calledFrom }) {
    const place = relative(String(file), folder)
    return {
      // The servers themselves may be called before.js and after.js.
      key: `${file === entry ? 'the server' : place} ${name}`,
      name,
      file: place,
      line,
      kind,
      us: (self / 100) * cpuUs,
      calledFrom: calledFrom ? `${calledFrom.name} ${relative(String(calledFrom.file), folder)}:${calledFrom.line}` : null
    }
  })
}

/**
 * The stacks of a profile, so that they can be laid beside those of another version.
 *
 * @param {{ stacks: import('../records').WeightedStack[], requests: number, folder: string, entry: string }} seen
 * @param {string} name of the server's own file, which may be another one in each version
 * @returns {import('../records').WeightedStack[]} weights in microseconds of a request
 */
function perRequest ({ stacks, requests, folder, entry }, name) {
  return stacks.map(({ frames, weight }) => ({
    frames: frames.map((frame) => ({ ...frame, file: frame.file && placeOf(frame.file) })),
    weight: weight / requests
  }))

  /** @param {string} file */
  function placeOf (file) {
    const short = shorten(file)
    return short === entry ? name : relative(short, folder)
  }
}

/**
 * @param {string} file
 * @param {string} folder
 * @returns {string} the place of a package is told from its node_modules on, which may lie elsewhere
 */
function relative (file, folder) {
  const installed = file.replaceAll('\\', '/').lastIndexOf('node_modules/')
  if (installed >= 0) return file.slice(installed)
  return folder && file.startsWith(folder) ? file.slice(folder.length).replace(/^[\\/]/, '') : file
}

module.exports = { perRequest, whatGrew }
