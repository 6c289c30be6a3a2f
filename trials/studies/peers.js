'use strict'

// Clinic Doctor and Clinic Flame on a server, as hot-path runs them.

const path = require('path')
const { hotPathOn } = require('./hot-path-on')

const NODE = '20'
const SECONDS = 5

/** @typedef {{ said: string, place: { file: string, line: number } | null }} Said */

/**
 * @param {string} file
 * @param {string[]} load options for the load, for example `--path=/users`
 * @returns {Promise<Said>} the name of its issue
 */
async function doctor (file, load) {
  const { issue } = await hotPathOn(NODE, ['doctor', file, '--json', '--no-open', ...load])
  return { said: issue ?? 'nothing', place: null }
}

/**
 * @param {string} file
 * @param {string[]} load options for the load
 * @returns {Promise<Said>} the hottest function; `place`: the hottest one of the application
 */
async function flame (file, load) {
  const { hottest = [] } = await hotPathOn(NODE, ['flame', file, '--json', '--no-open', `--duration=${SECONDS}`, ...load])
  const own = hottest.find((/** @type {any} */ { kind }) => kind === 'app')
  return { said: hottest[0]?.name ?? 'nothing', place: own ? { file: path.basename(own.file), line: own.line } : null }
}

module.exports = { SECONDS, doctor, flame }
