'use strict'

// The cases, as Markdown, without their diagnoses: part of npm run docs.

const { BUSY_RUNS, NODES, hashOf } = require('../../trials/studies/cases')
const { table } = require('./table')

/** @typedef {import('../learn/cases/list').Case} Case */
/** @typedef {{ trials: { id: string, hash: string, beside: string, node: string }[] }} CasesStudy */

/**
 * @param {Case[]} cases
 * @returns {string} Markdown
 */
function casesTable (cases) {
  return table(
    ['case', 'ticket', 'made with'],
    cases.map(({ id, number, title, madeWith }) => [`[${number}. ${id.replace(/^\d+-/, '')}](${id})`, title, madeWith])
  )
}

/**
 * @param {Case[]} cases
 * @param {CasesStudy} study
 * @returns {string} a sentence
 */
function casesSummary (cases, { trials }) {
  const all = cases.length * (NODES.length + BUSY_RUNS)
  const own = cases.flatMap((one) => tried(one, trials))
  const busy = own.filter(({ beside }) => beside !== 'nothing').length
  const nodes = [...new Set(own.map(({ node }) => node))].sort().join(', ')
  const so = own.length < all ? ` The study is incomplete: ${all} trials are planned.` : ''
  if (own.length === 0) return `None of the ${all} planned trials has been run on the current cases.`
  return `Each case was tried unchanged, with its solution, and with changes that do not solve it: ${own.length} trials, on Node ${nodes}, ${busy} of them with another program using a core.${so} The check-up and \`learn check\` were right in all of them, and a test asserts this.`
}

/**
 * @template {{ id: string, hash: string }} T
 * @param {Case} one
 * @param {T[]} trials
 * @returns {T[]} trials of the current version of the case
 */
function tried (one, trials) {
  const { id } = one
  const hash = hashOf(one)
  return trials.filter((trial) => trial.id === id && trial.hash === hash)
}

module.exports = { casesSummary, casesTable, tried }
