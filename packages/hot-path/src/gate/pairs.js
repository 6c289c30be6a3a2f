'use strict'

// Pairs each baseline with its candidate, and chooses the load of each gate.

const { contractDifference } = require('../measurement/contract')
const { OperationalError } = require('../util/errors')
const { counted } = require('../util/format')
const { requestsText } = require('../load/requests')
const { atRevision } = require('./revision')
const { toSubject } = require('../config/subjects')
const { withServerProcess } = require('../process/npm-start')

/** @typedef {import('../types/pipeline').Subject} Subject */

/**
 * @typedef {object} Work
 * @property {string} directory for work trees of another revision
 * @property {(sentence: string) => void} say reports progress
 *
 * @typedef {object} Pair the two versions of one gate
 * @property {string} name label that distinguishes it from the other gates of the run: `server.js, POST /orders`
 * @property {[Subject, Subject]} subjects baseline and candidate
 * @property {string | null} contractChange how their responses differ, if that is allowed
 */

/**
 * @param {Record<string, any>} values the options
 * @param {Work} work
 * @returns {Promise<Pair[]>} one for each candidate; with --each, one for each of its requests
 * @throws {OperationalError} if a version cannot be prepared, or if responses differ and that is not allowed
 */
async function pairsOf ({ baseline: baselines, candidate: candidates, each, ...options }, work) {
  if (baselines.length === 0 || candidates.length === 0) {
    throw new OperationalError(
      'gate needs both --baseline=<file> and --candidate=<file>. See: npx hot-path gate --help'
    )
  }
  const isOneForAll = baselines.length === 1 && isRevision(baselines[0])
  if (!isOneForAll && baselines.length !== candidates.length) {
    throw new OperationalError(
      `there are ${counted(candidates.length, 'candidate')} and ${counted(baselines.length, 'baseline')}. ` +
        'Give one baseline per candidate, or one --baseline=git:REV for all.'
    )
  }
  if (options.build !== undefined && !baselines.some(isRevision)) {
    throw new OperationalError('--build applies only to --baseline=git:REV. Leave it out.')
  }
  const pairs = []
  for (const [i, candidate] of candidates.entries()) {
    const subjects = await toSubjects(isOneForAll ? baselines[0] : baselines[i], candidate, options, work)
    const contractChange = await changeOf(subjects, work.directory, options)
    for (const under of each ? eachRequest(subjects) : [subjects]) pairs.push({ subjects: under, contractChange })
  }
  return pairs.map((pair) => ({ ...pair, name: nameOf(pair.subjects[1], candidates.length > 1) }))
}

/** @param {string} baseline */
function isRevision (baseline) {
  return baseline.startsWith('git:')
}

/**
 * @param {string} baseline
 * @param {string} candidate
 * @param {Record<string, any>} options
 * @param {Work} work
 * @returns {Promise<[Subject, Subject]>}
 */
async function toSubjects (baseline, candidate, { build, ...options }, work) {
  const judged = await withServerProcess(toSubject(candidate, options), work.say)
  const reference = isRevision(baseline)
    ? await atRevision(judged, baseline.slice(4), { ...work, build })
    : await withServerProcess(toSubject(baseline, options), work.say)
  const { 'baseline-node': baselineNode, 'candidate-node': candidateNode } = options
  // Both versions get the load of the candidate, from its configuration and the options.
  return [
    { ...reference, id: 'baseline', path: judged.path, load: judged.load, ...(baselineNode && { node: baselineNode }) },
    { ...judged, id: 'candidate', ...(candidateNode && { node: candidateNode }) }
  ]
}

/**
 * @param {[Subject, Subject]} subjects
 * @returns {[Subject, Subject][]} the same two, once for each request, loaded with that request only
 */
function eachRequest (subjects) {
  const requests = subjects[1].load?.requests ?? [{}]
  return requests.map(function ({ weight, ...request }) {
    const [baseline, candidate] = subjects.map((subject) => ({
      ...subject,
      path: request.path ?? subject.path,
      load: { ...subject.load, requests: [request] }
    }))
    return [baseline, candidate]
  })
}

/**
 * @param {Subject} candidate
 * @param {boolean} isOneOfSeveral
 */
function nameOf ({ file, path, load }, isOneOfSeveral) {
  const text = requestsText({ path, requests: load?.requests })
  return isOneOfSeveral ? `${file}, ${text}` : text
}

/**
 * @param {[Subject, Subject]} subjects
 * @param {string} directory
 * @param {Record<string, any>} options
 * @returns {Promise<string | null>} how the responses differ, if that is allowed
 * @throws {OperationalError} if they differ and that is not allowed
 */
async function changeOf ([baseline, candidate], directory, { 'allow-contract-change': isAllowed }) {
  const difference = await contractDifference(baseline, candidate, directory)
  if (difference === null || isAllowed) return difference
  throw new OperationalError(
    `${difference} If the change is intended, use --allow-contract-change.`
  )
}

module.exports = { pairsOf, toSubjects }
