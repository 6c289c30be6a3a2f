'use strict'

const fs = require('fs')
const path = require('path')
const { parse } = require('shell-quote')
const { OperationalError } = require('../util/errors')
const { countOptions } = require('./node-options')
const { MANIFEST, readKept } = require('./json-file')

/**
 * What `npm start` runs in a folder. We start node ourselves, and never a shell, so it has to be node that it runs.
 *
 * @param {string} folder absolute
 * @returns {{ entry: string, nodeOptions: string[], args: string[], env: Record<string, string>, cwd: string }}
 * @throws {OperationalError} when there is no such script, or it runs something else
 */
function startScript (folder) {
  const script = scriptOf(folder)
  const words = parse(script, process.env)
  const instead = "Give the path of the server's file instead."
  if (!words.every((word) => typeof word === 'string')) {
    throw new OperationalError(`${folder} starts with "${script}", which is more than one command. ${instead}`)
  }
  const assignments = words.slice(
    0,
    words.findIndex((word) => !/^\w+=/.test(word))
  )
  const [program, ...rest] = words.slice(assignments.length)
  if (program !== 'node') {
    throw new OperationalError(`${folder} starts with "${script}", which does not run node itself. ${instead}`)
  }
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
 * With `--watch`, Node starts the server in a process of its own, and again whenever a file changes. One that is
 * measured is started by us, and once.
 *
 * @param {string[]} options of node
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
    throw new OperationalError(`${folder} is a folder without a package.json. Give the path of a server file.`)
  }
  const { scripts = {} } = readKept(file, MANIFEST)
  // As npm does where there is no start script.
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
  // Where it is a symbolic link, the link is meant: another revision may link elsewhere.
  if (fs.statSync(place, { throwIfNoEntry: false })?.isFile()) return place
  try {
    return require.resolve(place)
  } catch (err) {
    throw new OperationalError(`${folder} starts with "${script}", but there is no such file.`, { cause: err })
  }
}

module.exports = { startScript }
