'use strict'

// How often the check-up finds problems that people reported in public, from results/reported-study.json: part of
// npm run docs.

const { median } = require('hot-path/testing')
const { agree } = require('../agreement')
const { isKind, isNear, isPlaced, problems } = require('../../trials/studies/reported-trial')
const { share, table } = require('./table')

/** @typedef {import('../../trials/studies/reported-trial').Problem} Problem */
/**
 * @typedef {import('../../trials/studies/reported-trial').Answer & { name: string, isFixed: boolean, seconds: number }}
 *   ReportedTrial
 * @typedef {{ name: string, tool: string, said: string, place: { file: string, line: number } | null }} PeerTrial
 */

const TUNING = 'tuning'

/**
 * @param {{ trials: ReportedTrial[] }} study
 * @param {string[]} sets see Problem
 * @returns {string} one paragraph
 */
function reportedSummary ({ trials }, [set]) {
  const own = triedIn(trials, set)
  if (own.length === 0) return 'No results yet.'
  const fixed = own.filter(({ trial }) => trial.isFixed)
  const sick = own.filter(({ trial }) => !trial.isFixed)
  const seconds = sick.map(({ trial }) => trial.seconds)
  const right = sick.filter(({ problem, trial }) => isKind(problem, trial))
  const placed = sick.filter(({ problem, trial }) => isPlaced(problem, trial))
  const isFree = (/** @type {{ trial: ReportedTrial }} */ { trial }) => trial.found[0] === 'healthy'
  return (
    `${sick.length} problems from public bug reports${set === TUNING ? '' : ', not looked at before'}: the first finding was right in ` +
    `${share(right.length, sick.length)}, and its first source location in ${share(placed.length, sick.length)}. ` +
    `With the problem fixed, the check-up found nothing in ${share(fixed.filter(isFree).length, fixed.length)}. ` +
    `A check-up took ${median(seconds).toFixed(1)} s in the median and ${Math.max(...seconds)} s at most.`
  )
}

/**
 * @param {{ trials: ReportedTrial[] }} study
 * @param {string[]} sets
 * @returns {string} Markdown table: each problem, misses included
 */
function reportedTable ({ trials }, [set]) {
  return table(
    ['problem', 'cause', 'expected', 'found', 'location', 'fixed'],
    triedIn(trials, set)
      .filter(({ trial }) => !trial.isFixed)
      .map(function ({ problem, trial }) {
        const fixed = trials.find(({ name, isFixed }) => isFixed && name === problem.name)
        const [first] = trial.places
        return [
          `[${problem.name}](${problem.threads[0]})`,
          problem.cause,
          problem.kinds.join(' or '),
          `${isKind(problem, trial) ? '' : 'wrong: '}${trial.found[0] ?? 'nothing'}`,
          isPlaced(problem, trial) ? 'right' : `wrong: ${first ? `line ${first.line}` : 'none'}`,
          fixed?.found[0] ?? '-'
        ]
      })
  )
}

/**
 * @param {{ peers?: PeerTrial[] }} study
 * @returns {string} Markdown table: the answers of Clinic Doctor and Clinic Flame
 */
function reportedPeers ({ peers = [] }) {
  const names = [...new Set(peers.map(({ name }) => name))].sort()
  return table(
    ['problem', 'expected', 'Doctor', 'Flame: hottest function', 'Flame: first line of the application'],
    names.map(function (name) {
      const problem = /** @type {Problem} */ (problems().find((one) => one.name === name))
      const saidBy = (/** @type {string} */ tool) => peers.find((one) => one.tool === tool && one.name === name)
      const [doctor, flame] = [saidBy('Doctor'), saidBy('Flame')]
      const isRight = isNear(problem, flame?.place)
      const line = flame?.place ? `${isRight ? 'right' : 'wrong'}: line ${flame.place.line}` : 'none'
      return [name, problem.kinds.join(' or '), doctor?.said ?? '', flame?.said ?? '', line]
    })
  )
}

/**
 * @param {{ peers?: PeerTrial[] }} study
 * @returns {string} one paragraph
 */
function reportedPeersSummary ({ peers = [] }) {
  if (peers.length === 0) return 'No results yet.'
  const answers = problems().flatMap((problem) =>
    peers.filter(({ name }) => name === problem.name).map((peer) => ({ problem, peer }))
  )
  const doctor = answers.filter(({ peer }) => peer.tool === 'Doctor')
  const flame = answers.filter(({ peer }) => peer.tool === 'Flame')
  const right = doctor.filter(({ problem, peer }) => problem.kinds.some((kind) => agree(peer.said, kind)))
  const placed = flame.filter(({ problem, peer }) => isNear(problem, peer.place))
  return (
    `On the ${doctor.length} of these problems that are servers, Clinic Doctor's category is right in ${share(right.length, doctor.length)}. ` +
    `The first line of the application in Clinic Flame's list of hot functions is an accepted one in ${share(placed.length, flame.length)}.`
  )
}

/**
 * @param {ReportedTrial[]} trials
 * @param {string} set
 * @returns {{ problem: Problem, trial: ReportedTrial }[]} by name
 */
function triedIn (trials, set) {
  const wanted = problems().filter((problem) => problem.set === set)
  return trials
    .flatMap((trial) => wanted.filter(({ name }) => name === trial.name).map((problem) => ({ problem, trial })))
    .sort((a, b) => (a.problem.name < b.problem.name ? -1 : 1))
}

module.exports = { reportedPeers, reportedPeersSummary, reportedSummary, reportedTable }
