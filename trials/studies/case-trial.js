'use strict'

// One trial of a case, on the version of Node that runs this. Prints one record: the check-up's findings (not with
// --cures-alone), and the verdicts of `learn check` on the unchanged case, its solution and each wrong cure:
//   node trials/studies/case-trial.js 04

const fs = require('fs')
const path = require('path')
const config = require('../../scripts/config')
const { checkCounts, checkProof } = require('../../scripts/learn/cases/cure')
const { casesIn, copyCase } = require('../../scripts/learn/cases/list')
const { applied, findingsOf } = require('../../scripts/learn/cases/prove')

const ROOT = path.resolve(__dirname, '../..')

/** @typedef {import('../../scripts/learn/cases/list').Case} Case */

/**
 * @param {string} id
 * @param {string} [option]
 */
async function main (id, option) {
  const one = casesIn(ROOT).find((one) => one.id.startsWith(id))
  if (!one) throw new Error(`there is no case ${id}`)
  // Inside the project, so that its packages are found.
  fs.mkdirSync(path.join(ROOT, 'my-work'), { recursive: true })
  const work = fs.mkdtempSync(path.join(ROOT, 'my-work/trial-'))
  try {
    const project = { reports: path.join(work, 'reports'), config }
    const diagnosis = option === '--cures-alone' ? { found: [], places: {} } : await diagnosisOf(one, project)
    console.log(JSON.stringify({ ...diagnosis, verdicts: await verdictsOf(one, work, project) }))
  } finally {
    fs.rmSync(work, { recursive: true })
  }
}

/**
 * @param {Case} one
 * @param {import('../../scripts/learn/running').Project} project
 * @returns {Promise<{ found: string[], places: Record<string, string | null> }>} findings by severity, and the first
 *   source location of each
 */
async function diagnosisOf (one, project) {
  const findings = await findingsOf(one, project)
  const places = findings.map(({ name, place }) => [name, place])
  return { found: findings.map(({ name }) => name), places: Object.fromEntries(places) }
}

/**
 * @param {Case} one
 * @param {string} work folder
 * @param {import('../../scripts/learn/running').Project} project
 * @returns {Promise<Record<string, { verdict: string, saw: string[] }>>} by cure; empty for a healthy server
 */
async function verdictsOf (one, work, project) {
  if (one.cures.length === 0) return {}
  /** @type {Record<string, { verdict: string, saw: string[] }>} */
  const verdicts = {}
  for (const { name, patch } of [{ name: 'as it is', patch: '' }, ...one.cures]) {
    const copy = path.join(work, name)
    copyCase(one, copy)
    if (patch && !applied({ patch }, copy)) throw new Error(`${name} does not apply`)
    const counted = await checkCounts(one, copy, project)
    const proven = counted.verdict === 'cured' ? await checkProof(one, copy, project) : counted
    verdicts[name] = proven
  }
  return verdicts
}

main(process.argv[2], process.argv[3])
