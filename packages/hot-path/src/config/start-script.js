'use strict'

const { execFileSync } = require('child_process')
const fs = require('fs')
const path = require('path')
const { parse } = require('shell-quote')
const { OperationalError } = require('../util/errors')
const { MANIFEST, readKept } = require('./json-file')

/**
 * Parses the start script of a folder. If it runs node and nothing else, hot-path starts node itself, without a shell.
 *
 * @param {string} folder absolute path
 * @returns {Omit<import('../types/pipeline').Subject, 'id' | 'title' | 'file' | 'path'>} with `startScript` if it runs
 *   something else: `entry` is the folder then
 * @throws {OperationalError} if there is no start script, or if its file does not exist
 */
function startScript (folder) {
  const script = scriptOf(folder)
  const parts = parse(script, process.env)
  const words = parts.filter((part) => typeof part === 'string') // others are operators, such as &&
  const assignments = words.slice(
    0,
    words.findIndex((word) => !/^\w+=/.test(word))
  )
  const [program, ...rest] = words.slice(assignments.length)
  if (program !== 'node' || words.length < parts.length) return { entry: folder, cwd: folder, startScript: script }
  const options = countOptions(rest)
  return {
    entry: resolve(folder, rest[options], script),
    nodeOptions: withoutWatch(rest.slice(0, options)),
    args: rest.slice(options + 1),
    env: Object.fromEntries(
      assignments.map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)])
    ),
    cwd: folder
  }
}

/**
 * Removes `--watch` options. With them, Node runs the server in a child process and restarts it when a file changes; a
 * measured server must be started once, by hot-path.
 *
 * @param {string[]} options node options
 */
function withoutWatch (options) {
  const isWatch = (/** @type {string} */ option) => /^--watch(-preserve-output|-path(=.*)?|-kill-signal(=.*)?)?$/.test(option)
  const isValue = (/** @type {number} */ i) => /^--watch-(path|kill-signal)$/.test(options[i - 1] ?? '')
  return options.filter((option, i) => !isWatch(option) && !isValue(i))
}

/** @param {string} folder */
function scriptOf (folder) {
  const file = path.join(folder, 'package.json')
  if (!fs.existsSync(file)) {
    throw new OperationalError(`${folder} has no package.json. Give the path of a server file.`)
  }
  const { scripts = {} } = readKept(file, MANIFEST)
  // Same fallback as npm without a start script.
  const start = scripts.start ?? (fs.existsSync(path.join(folder, 'server.js')) ? 'node server.js' : null)
  if (typeof start === 'string') return start
  throw new OperationalError(`${file} has no start script. Give the path of a server file.`)
}

/**
 * @param {string} folder
 * @param {string | undefined} word
 * @param {string} script
 */
function resolve (folder, word, script) {
  const place = path.resolve(folder, String(word))
  // Do not resolve symbolic links: another revision may link elsewhere.
  if (fs.statSync(place, { throwIfNoEntry: false })?.isFile()) return place
  try {
    return require.resolve(place)
  } catch (err) {
    throw new OperationalError(`the start script of ${folder}, "${script}", names a file that does not exist.`, { cause: err })
  }
}

// Options in `node --help` whose value may follow after a blank: `-r, --require=...`
const WITH_VALUE = /^ +(-[-\w, ]+)=\.\.\./gm

/**
 * @param {string[]} words command line after `node`
 * @returns {number} number of words that are node's own options and their values
 */
function countOptions (words) {
  let count = 0
  while (words[count]?.startsWith('-')) count += optionsWithValue().includes(words[count]) ? 2 : 1
  return count
}

/** @type {string[] | undefined} */
let known

/** @returns {string[]} names of these options in this version of Node */
function optionsWithValue () {
  const help = () => execFileSync(process.execPath, ['--help'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  known ??= [...help().matchAll(WITH_VALUE)].flatMap(([, names]) => names.split(', '))
  return known
}

module.exports = { countOptions, startScript }
