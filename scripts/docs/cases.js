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
  const so = own.length < all ? ` The study is not complete: ${all} are planned.` : ''
  if (own.length === 0) return `Under load, none of the ${all} trials that are planned has been made of the cases as they are.`
  return `Each case was tried as it is, with its solution, and with cures that are none: ${own.length} trials, on Node ${nodes}, ${busy} of them beside a program that takes a core.${so} What the check-up found and what \`learn check\` said was right in all of them: a test holds that.`
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
