'use strict'

// Servers with a known finding and line: the folder names the finding, and lines marked `<- here` are accepted.

const fs = require('fs')
const path = require('path')

const SETS = {
  confirming: path.resolve(__dirname, '../servers/confirming'),
  blind: path.resolve(__dirname, '../servers/blind'),
  unseen: path.resolve(__dirname, '../servers/unseen'),
  'looked-at': path.resolve(__dirname, '../servers/looked-at'),
  chosen: path.resolve(__dirname, '../servers/chosen')
}
const MARK = '<- here'
// Number of source locations that count: most people read only the first.
const READ = 1

/**
 * @param {string} set
 * @returns {string[]} its servers, as `finding/name.js`
 */
function serversOf (set) {
  const folder = SETS[/** @type {keyof typeof SETS} */ (set)]
  return fs
    .readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => /^[\w-]+[\\/].*\.m?[jt]s$/.test(name))
    .sort()
}

/**
 * @param {string} set
 * @param {string} server
 * @returns {number[]} accepted lines; empty if there is nothing to find
 */
function markedLines (set, server) {
  const source = fs.readFileSync(path.join(SETS[/** @type {keyof typeof SETS} */ (set)], server), 'utf8')
  return source.split('\n').flatMap((line, i) => (line.includes(MARK) ? [i + 1] : []))
}

/**
 * @param {string} set
 * @returns {Record<string, number[]>} by server: the lines that a second reader marked, who did not see the authors'
 *   marks; empty if the set had none, or if both marked the lines in the servers
 */
function readerLines (set) {
  const file = path.join(SETS[/** @type {keyof typeof SETS} */ (set)], 'reader.json')
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {}
}

/**
 * @param {{ server: string, found: string[] }} trial
 * @returns {boolean} whether the first finding is the right one
 */
function isKind ({ server, found }) {
  return found[0] === server.split(/[\\/]/)[0]
}

/**
 * @param {{ server: string, found: string[], places: { file: string, line: number }[] }} trial
 * @param {number[]} lines accepted ones
 * @returns {boolean} whether the finding and its first source location are right
 */
function isPlaced (trial, lines) {
  if (!isKind(trial) || lines.length === 0) return isKind(trial)
  const name = path.basename(trial.server)
  return trial.places.slice(0, READ).some(({ file, line }) => file === name && lines.includes(line))
}

module.exports = { SETS, isKind, isPlaced, markedLines, readerLines, serversOf }
