'use strict'

// The check-up's findings on servers with a known problem, from results/checkup-study.json: part of npm run docs.

const { findings } = require('hot-path/testing')
const { agree, isRight, topOf } = require('../agreement')
const { findingsIn } = require('../../trials/studies/trial')
const { table } = require('./table')

/** @typedef {import('../../trials/studies/trial').Trial} Trial */
/** @typedef {{ machines: import('hot-path').Machine[], seconds: number, trials: Trial[] }} Study */

/**
 * @param {Study} study
 * @returns {string} Markdown table: results of the check-up and of Clinic Doctor by server
 */
function trialsTable ({ trials }) {
  const fixtures = [...new Set(trials.map(({ fixture }) => fixture))].sort()
  return table(
    ['problem', 'server', 'check-up right', 'wrong findings', 'Clinic Doctor'],
    fixtures.map(function (fixture) {
      const own = trials.filter((trial) => trial.fixture === fixture)
      const wrong = own.map(({ window }) => findingsIn(window)).filter((found) => !isRight(fixture, found))
      const doctor = own.flatMap(({ doctor }) => doctor ?? [])
      const [problem, file] = fixture.split('/')
      return [
        problem.replace('+', ', then '),
        file.replace('.js', '').replaceAll('-', ' '),
        `${own.length - wrong.length} of ${own.length}`,
        counted(wrong.map(([first]) => first ?? 'nothing')),
        counted(doctor)
      ]
    })
  )
}

/**
 * @param {string[]} words
 * @returns {string} each word with its count, most frequent first
 */
function counted (words) {
  const counts = [...new Set(words)].map((word) => ({ word, count: words.filter((one) => one === word).length }))
  return counts
    .sort((a, b) => b.count - a.count)
    .map(({ word, count }) => (count > 1 ? `${word} (${count})` : word))
    .join(', ')
}

/**
 * @param {Study} study
 * @returns {string} one paragraph
 */
function trialsSummary ({ machines, seconds, trials }) {
  const versions = [...new Set(trials.map(({ node }) => node))].sort()
  const shares = versions.map((node) => {
    const own = trials.filter((trial) => trial.node === node)
    const loads = [...new Set(own.map(({ connections }) => connections))].sort((a, b) => a - b)
    return `on Node ${node} in ${own.filter(({ fixture, window }) => isRight(fixture, findingsIn(window))).length} of ${own.length} (at ${loads.join(', ')} connections)`
  })
  const cells = trials.map(({ fixture, node, connections }) => [fixture, node, connections].join())
  const times = Math.min(...cells.map((cell) => cells.filter((other) => other === cell).length))
  const asked = trials.filter(({ doctor }) => doctor !== undefined)
  const doctorRight = asked.filter(({ fixture, doctor }) => agree(String(doctor), topOf(fixture)))
  const words = asked.filter(({ fixture }) =>
    ['event-loop', 'gc', 'io', 'none'].some((issue) => agree(issue, topOf(fixture)))
  )
  return (
    `Each server was tried at least ${times} times at each load on each version of Node. The check-up's first finding was right ${shares.join(', ')}. ` +
    `Clinic Doctor was right in ${doctorRight.length} of the ${words.length} trials whose problem it has a name for. Loads of ${seconds} s, on ${machines.map(({ cores, cpu }) => `${cores} cores of ${cpu}`).join(', and on ')}.`
  )
}

/** @returns {string} the findings by severity, as a table: each file of checkup/findings/ has its row */
function findingsTable () {
  const rows = findings.map(({ name, condition, locates = '' }) => [`\`${name}\``, condition, locates])
  return table(['finding', 'condition', 'profiled: source location'], rows)
}

module.exports = { findingsTable, trialsSummary, trialsTable }
