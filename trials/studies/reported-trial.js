'use strict'

// Problems that people reported in public, rebuilt with the packages in which they happened: trials/servers/reported/.
// Lines marked `// HERE` are accepted.

const fs = require('fs')
const path = require('path')

const FOLDER = path.resolve(__dirname, '../servers/reported')
const FILE = path.resolve(__dirname, '../../results/reported-study.json')
const CONNECTIONS = 50
const WITHOUT_LOAD = '--no-load'
const MARK = '// HERE'
// Distance in lines from a mark: a call may be spread over several.
const NEAR = 2

/**
 * @typedef {object} Problem
 * @property {string} name
 * @property {string} folder below `FOLDER`, with the packages
 * @property {string} file the server, relative to `folder`
 * @property {string | null} fixed the same server without the problem
 * @property {string} path of the request
 * @property {string[]} args further options of the check-up
 * @property {string[]} kinds accepted findings
 * @property {'tuning' | 'first' | 'second' | 'third' | 'fourth'} set `tuning`: used for tuning; others: held out until
 *   it was tried. All but the last have been looked at since, and their trials are of the check-up before that
 * @property {string[]} threads addresses of the reports
 * @property {string} cause
 * @property {string} fix
 */

/** @typedef {{ found: string[], places: { file: string, line: number }[] }} Answer */

/** @returns {Problem[]} */
function problems () {
  return JSON.parse(fs.readFileSync(path.join(FOLDER, 'index.json'), 'utf8'))
}

/**
 * @param {Problem} problem
 * @returns {{ file: string, line: number }[]} accepted lines, in all files beside the server
 */
function markedIn ({ folder, file }) {
  const base = path.join(FOLDER, folder, path.dirname(file))
  const isAlone = path.dirname(file) === '.'
  const files = isAlone ? [path.basename(file)] : fs.readdirSync(base).filter((name) => /\.([cm]?js|ts)$/.test(name))
  return files.flatMap((name) =>
    fs
      .readFileSync(path.join(base, name), 'utf8')
      .split('\n')
      .flatMap((text, i) => (text.includes(MARK) ? [{ file: name, line: i + 1 }] : []))
  )
}

/**
 * @param {Problem} problem
 * @param {Answer} answer
 * @returns {boolean} whether the first finding is an accepted one
 */
function isKind ({ kinds }, { found: [first] }) {
  return kinds.includes(first)
}

/**
 * @param {Problem} problem
 * @param {Answer} answer
 * @returns {boolean} whether the first finding is right, and its first source location is near an accepted line
 */
function isPlaced (problem, answer) {
  return isKind(problem, answer) && isNear(problem, answer.places[0])
}

/**
 * @param {Problem} problem
 * @param {{ file: string, line: number } | null | undefined} place
 * @returns {boolean} whether it is near an accepted line
 */
function isNear (problem, place) {
  if (!place) return false
  return markedIn(problem).some(({ file, line }) => file === place.file && Math.abs(line - place.line) <= NEAR)
}

module.exports = { CONNECTIONS, FILE, FOLDER, WITHOUT_LOAD, isKind, isNear, isPlaced, problems }
