'use strict'

// Proves a case: the problem is there and is found, the solution solves it, and each wrong cure is refused.

const { execFile, spawnSync } = require('child_process')
const fs = require('fs')
const path = require('path')
const { promisify } = require('util')
const { checkup } = require('hot-path')
const { checkCounts, checkProof } = require('./cure')
const { judgeAnswer } = require('./diagnosis')
const { copyCase } = require('./list')
const { withRunning } = require('../running')

/** @typedef {import('./list').Case} Case */
/** @typedef {import('./list').Cure} Cure */
/** @typedef {import('../running').Project} Project */
/** @typedef {{ isRight: boolean, said: string }} Step of a proof */

const MOST_BYTES = 5_000_000
const CHECKUP_SECONDS = 5
const STALLS = 'stalls'
const STALL_SECONDS = 15
/** @type {Cure} */
const AS_IT_IS = { name: 'as it is', patch: '', says: null }
const WORDS = { cured: 'cured', sick: 'not cured', unknown: 'inconclusive' }

/**
 * @param {Case} one
 * @returns {string[]} what is wrong with its files; empty if they are as they should be
 */
function faultsIn (one) {
  const { folder, illnesses, counts, proof, contract, lesson, cures } = one
  const files = entriesOf(folder)
  const links = files.filter((entry) => !entry.isFile() && !entry.isDirectory()).map(({ name }) => name)
  if (links.length > 0) return [`${links[0]} is neither a file nor a folder. A case has no links.`]
  const bytes = files.reduce((sum, file) => sum + fs.statSync(path.join(file.parentPath, file.name)).size, 0)
  if (bytes > MOST_BYTES) return [`The files have ${Math.round(bytes / 1e6)} MB. A case has at most ${MOST_BYTES / 1e6} MB.`]
  const isHealthy = illnesses.some(({ finding }) => finding === 'healthy')
  const isVerified = counts || proof || contract.some(isRepeated)
  const [solution, ...wrong] = cures
  return [
    ...illnesses.flatMap(({ places }) => places.flatMap((place) => placeFault(place, folder))),
    ...(/^# What to take home\n\n\S/.test(lesson) ? [] : ['answers.md does not begin with "# What to take home" and a lesson.']),
    ...(isHealthy || isVerified ? [] : ['Nothing verifies a cure: case.json needs counts, a proof, or a repeated request in the contract.']),
    ...(isHealthy || solution?.name === 'solution' ? [] : ['answers.md has no "# Solution" with a diff as its first change.']),
    ...(isHealthy || wrong.length > 0 ? [] : ['answers.md has no "# Wrong: <name>": a change that does not cure it.']),
    ...wrong.flatMap(({ name, says }) => (says ? [] : [`"${name}" has no sentence that says why it is wrong.`]))
  ]
}

/** @param {string} folder */
function entriesOf (folder) {
  const isInstalled = (/** @type {string} */ file) => path.relative(folder, file).split(path.sep).includes('node_modules')
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(({ parentPath, name }) => !isInstalled(path.join(parentPath, name)))
}

/**
 * @param {string} place `file.js:12-15`
 * @param {string} folder
 * @returns {string[]} at most one sentence
 */
function placeFault (place, folder) {
  const [, name, first, last] = /** @type {string[]} */ (/^(.+):(\d+)-(\d+)$/.exec(place))
  const file = path.join(folder, name)
  const lines = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n').length : 0
  if (lines === 0) return [`case.json names ${place}, but there is no ${name}.`]
  const isRange = Number(first) > 0 && Number(first) < Number(last) && Number(last) <= lines
  return isRange ? [] : [`case.json names ${place}, but ${name} has ${lines} lines, and a function has more than one.`]
}

/**
 * @param {Case} one
 * @param {object} options
 * @param {string} options.work folder for copies, below the packages that the case needs
 * @param {Project} options.project
 * @param {boolean} [options.underLoad] whether the check-up and the proof run, too, which takes minutes
 * @returns {AsyncGenerator<Step>}
 */
async function * proof (one, { work, project, underLoad = true }) {
  const faults = faultsIn(one)
  yield * faults.map((said) => ({ isRight: false, said }))
  if (faults.length > 0) return
  if (underLoad) yield diagnosis(one, project)
  // Each variant runs in a server of its own, and without load most of the time is spent waiting.
  const tried = await Promise.all(
    [AS_IT_IS, ...one.cures].map(async function (cure) {
      const folder = path.join(work, cure.name)
      copyCase(one, folder)
      const fits = cure === AS_IT_IS || applied(cure, folder)
      return { cure, folder, counted: fits ? await checkCounts(one, folder, project) : null }
    })
  )
  for (const { cure, folder, counted } of tried) {
    if (counted === null) {
      yield { isRight: false, said: `${cure.name}: the diff does not apply.` }
      continue
    }
    const isDecided = counted.verdict !== 'cured' || !underLoad
    const { verdict, saw } = isDecided ? counted : await checkProof(one, folder, project)
    const seen = [...new Set([...counted.saw, ...saw])].join(' ')
    yield { isRight: isMeant(one, cure, { verdict, seen, underLoad }), said: `${cure.name}: ${WORDS[verdict]}. ${seen}` }
  }
}

/**
 * @param {Case} one
 * @param {Cure} cure
 * @param {{ verdict: import('./cure').Outcome['verdict'], seen: string, underLoad: boolean }} outcome
 * @returns {boolean} whether the outcome is as the case says: only the solution cures, and a wrong cure is refused with
 *   its sentence
 */
function isMeant ({ illnesses, counts, contract, proof }, cure, { verdict, seen, underLoad }) {
  const isHealthy = illnesses.some(({ finding }) => finding === 'healthy')
  if (isHealthy || cure.name === 'solution') return verdict === 'cured'
  if (verdict === 'sick') return seen.includes(cure.says ?? '')
  // Without load, only counts and repeated requests show a problem.
  const isCounted = Boolean(counts) || contract.some(isRepeated)
  return verdict === 'cured' && !underLoad && proof !== undefined && !(isCounted && cure === AS_IT_IS)
}

/** @param {import('./list').Asked} asked */
function isRepeated (asked) {
  return typeof asked !== 'string' && 'repeat' in asked
}

/**
 * @param {Case} one
 * @param {Project} project
 * @returns {Promise<Step>} whether the check-up names one of the problems first, at one of the accepted lines
 */
async function diagnosis (one, project) {
  const [{ name, place }] = await findingsOf(one, project, { duration: CHECKUP_SECONDS })
  const found = [name, ...(place ? [place] : [])].join(' ')
  const { illness, said } = judgeAnswer(one, found)
  const by = isOfStalls(one) ? 'attach' : 'check-up'
  return { isRight: illness !== null, said: `${by}: ${found}. ${said}` }
}

/** @param {Case} one */
function isOfStalls ({ illnesses }) {
  return illnesses.some(({ finding }) => finding === STALLS)
}

/**
 * @param {Case} one
 * @param {Project} project
 * @param {{ duration?: number }} [options] of the check-up
 * @returns {Promise<{ name: string, place: string | null }[]>} what hot-path says of the case as it is, the most
 *   severe first; `place`: its first source location
 */
async function findingsOf (one, project, options = {}) {
  const server = path.join(one.folder, one.server)
  // A check-up is too short for stalls that are rare.
  const findings = isOfStalls(one)
    ? await stallsOf(server, { ...project, path: one.path })
    : (await checkup(server, { path: one.path, reports: project.reports, ...options })).findings
  return findings.map(function ({ name, places: [first] = [] }) {
    return { name, place: first ? `${path.basename(first.file)}:${first.line}` : null }
  })
}

/**
 * @param {string} server
 * @param {Project} project
 * @returns {Promise<{ name: string, places: { file: string, line: number }[] }[]>} one entry; `healthy` without stalls
 */
async function stallsOf (server, project) {
  return withRunning(server, project, async function ({ pid }) {
    const args = [require.resolve('hot-path/bin'), 'attach', String(pid), STALLS, `--duration=${STALL_SECONDS}`, '--json']
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: path.dirname(server) })
    const { stalls: [first] } = JSON.parse(stdout)
    return [first ? { name: STALLS, places: first.places } : { name: 'healthy', places: [] }]
  })
}

/**
 * @param {Pick<Cure, 'patch'>} cure
 * @param {string} folder
 * @returns {boolean} whether the patch applied. It can change files of the folder only
 */
function applied ({ patch }, folder) {
  // Outside of any repository, git takes the file names as they are.
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: path.dirname(folder) }
  return spawnSync('git', ['apply'], { cwd: folder, env, input: patch }).status === 0
}

module.exports = { applied, faultsIn, findingsOf, proof }
