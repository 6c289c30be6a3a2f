'use strict'

// Reads the cases: folders with a server, its ticket, the expected diagnosis (case.json), and the cures (answers.md).

const fs = require('fs')
const path = require('path')
const { OperationalError } = require('hot-path')
const { readKept } = require('hot-path/testing')

const CASE = require('../../../cases/case.schema.json')
const SERVERS = ['index.js', 'index.mjs']
// Files that the learner does not get.
const ANSWERS = ['case.json', 'answers.md']
const PATCH = /```diff\n([^]*?)```/

/**
 * @typedef {object} Illness
 * @property {string} finding name of the check-up's finding
 * @property {string[]} [alsoNamed] other findings that name the same problem
 * @property {string[]} places accepted source locations, as `file.js:12-15`: the function that causes the problem
 *
 * @typedef {string | { together: string[] } | { repeat: string, times: number } | { crowd: string, times: number }
 *   } Asked `GET /path`, or `/path`; several concurrent requests; one repeated request; or one request by a crowd,
 *   whose answers may differ from each other, but whose set of distinct answers must stay the same
 *
 * @typedef {object} Case
 * @property {string} id name of its folder
 * @property {number} number
 * @property {string} title
 * @property {string} madeWith framework and other dependencies
 * @property {string} folder absolute
 * @property {string} server relative to the folder
 * @property {string} path that the load requests
 * @property {Illness[]} illnesses
 * @property {string[]} hints three of them
 * @property {Asked[]} contract requests whose answers must stay the same
 * @property {number} [requests] number of requests for the counts
 * @property {number} [atOnce] how many of them are concurrent
 * @property {number} [pauseMs] pause between such batches
 * @property {Record<string, { least?: number, most?: number }>} [counts] bounds, for all these requests together
 * @property {{ metric: string, least?: number, most?: number, alone?: boolean, connections?: number }} [proof]
 *   bounds of the ratio to the original server, or, with `alone`, of the metric itself; `connections` of the load
 * @property {string} lesson to take home
 * @property {Cure[]} cures the solution first; empty if the server is healthy
 *
 * @typedef {object} Cure
 * @property {string} name `solution`, or `wrong-<word>`
 * @property {string} patch for `git apply`
 * @property {string | null} says why a wrong cure is wrong; null for the solution
 */

/**
 * @param {string} root of the project
 * @returns {Case[]} in the order of their ids
 */
function casesIn (root) {
  return casesBelow(path.join(root, 'cases')).map((folder) => readCase(folder, parseInt(path.basename(folder))))
}

/**
 * @param {string} parent
 * @returns {string[]} the folders of cases in it, in the order of their names; empty if it does not exist
 */
function casesBelow (parent) {
  if (!fs.existsSync(parent)) return []
  return fs
    .readdirSync(parent)
    .sort()
    .map((name) => path.join(parent, name))
    .filter((folder) => fs.existsSync(path.join(folder, 'case.json')))
}

/**
 * @param {string} folder absolute; its name is the id of the case
 * @param {number} number
 * @returns {Case}
 * @throws {OperationalError} if a file is missing, or case.json does not match its schema
 */
function readCase (folder, number) {
  const data = readKept(path.join(folder, 'case.json'), CASE)
  const server = SERVERS.find((name) => fs.existsSync(path.join(folder, name)))
  const missing = [...(server ? [] : ['index.js']), ...['ticket.md', 'answers.md'].filter((name) => !fs.existsSync(path.join(folder, name)))]
  if (!server || missing.length > 0) throw new OperationalError(`${folder} has no ${missing.join(' and no ')}.`)
  const answers = answersOf(fs.readFileSync(path.join(folder, 'answers.md'), 'utf8'))
  return { id: path.basename(folder), number, folder, server, ...answers, ...data }
}

/**
 * @param {string} text of answers.md: `# What to take home`, `# Solution`, and `# Wrong: <name>` with the reason for
 *   each wrong cure
 * @returns {Pick<Case, 'lesson' | 'cures'>}
 */
function answersOf (text) {
  const [lesson, ...cures] = text.split(/^(?=# )/m)
  return {
    lesson: `${lesson.trim()}\n`,
    cures: cures.map(function (section) {
      const [, wrong] = /^# Wrong: (\S+)\n/.exec(section) ?? []
      const [, patch = ''] = PATCH.exec(section) ?? []
      const says = section.slice(section.indexOf('\n'), section.indexOf('```')).trim()
      return { name: wrong ? `wrong-${wrong}` : 'solution', patch, says: wrong ? says : null }
    })
  }
}

/**
 * Copies a case, without its answers.
 *
 * @param {Case} one
 * @param {string} to
 */
function copyCase ({ folder }, to) {
  fs.cpSync(folder, to, { recursive: true, filter: (file) => !ANSWERS.includes(path.basename(file)) })
}

module.exports = { casesBelow, casesIn, copyCase, readCase }
