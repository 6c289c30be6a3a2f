'use strict'

// The cases: a folder each, with the server, its ticket, what is right in case.json, and the cures in answers.md.

const fs = require('fs')
const path = require('path')
const { readKept } = require('hot-path/testing')

const CASE = {
  type: 'object',
  required: ['title', 'madeWith', 'path', 'illnesses', 'hints', 'contract'],
  properties: {
    title: { type: 'string' },
    madeWith: { type: 'string' },
    path: { type: 'string' },
    illnesses: { type: 'array', items: { type: 'object', required: ['finding', 'places'] } },
    hints: { type: 'array', items: { type: 'string' } },
    contract: { type: 'array' }
  }
}
const SERVERS = ['index.js', 'index.mjs']
// What the learner does not get.
const ANSWERS = ['case.json', 'answers.md']
const PATCH = /```diff\n([^]*?)```/

/**
 * @typedef {object} Illness
 * @property {string} finding of the check-up
 * @property {string[]} places that may be named, as `file.js:12-15`: the function in which it happens
 *
 * @typedef {string | { together: string[] } | { repeat: string, times: number } | { crowd: string, times: number }
 *   } Asked `GET /path`, or `/path`; several at the same time; one, again and again; or one by a crowd, in which others
 *   may get another answer than some, but no answer that nobody got before
 *
 * @typedef {object} Case
 * @property {string} id name of its folder
 * @property {number} number
 * @property {string} title
 * @property {string} madeWith framework, and what else it runs with
 * @property {string} folder absolute
 * @property {string} server relative to the folder
 * @property {string} path that the load asks for
 * @property {Illness[]} illnesses
 * @property {string[]} hints three
 * @property {Asked[]} contract what has to be answered as before
 * @property {number} [requests] for the counts
 * @property {number} [atOnce] so many of them at the same time
 * @property {number} [pauseMs] after so many
 * @property {Record<string, { least?: number, most?: number }>} [counts] for all these requests together
 * @property {{ metric: string, least?: number, most?: number, alone?: boolean, connections?: number }} [proof] a ratio
 *   to itself as it was, or `alone`; under a load of so many connections
 * @property {string} lesson what to take home
 * @property {Cure[]} cures the right one first; none of what is healthy
 *
 * @typedef {object} Cure
 * @property {string} name `solution`, or `wrong-` and a word
 * @property {string} patch as git applies it
 * @property {string | null} says what is said of one that is none
 */

/**
 * @param {string} root of the project
 * @returns {Case[]} in order
 */
function casesIn (root) {
  const cases = path.join(root, 'cases')
  return fs
    .readdirSync(cases)
    .filter((name) => fs.existsSync(path.join(cases, name, 'case.json')))
    .sort()
    .map(function (id) {
      const folder = path.join(cases, id)
      const server = SERVERS.find((name) => fs.existsSync(path.join(folder, name))) ?? SERVERS[0]
      const data = readKept(path.join(folder, 'case.json'), CASE)
      const answers = answersOf(fs.readFileSync(path.join(folder, 'answers.md'), 'utf8'))
      return { id, number: parseInt(id), folder, server, ...answers, ...data }
    })
}

/**
 * @param {string} text of answers.md: `# What to take home`, `# Solution`, and `# Wrong: <name>` for each cure that is
 *   none, with the sentence that says so
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

module.exports = { casesIn, copyCase }
