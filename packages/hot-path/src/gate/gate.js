'use strict'

// Runs a gate: measures two versions interleaved, judges them, and profiles both if the candidate is slower.

const path = require('path')
const { requestsText, withoutSecrets } = require('../load/requests')
const { loadText } = require('../load/workload')
const { OperationalError } = require('../util/errors')
const { judgeGate } = require('../verdict/gate-verdict')
const { isByAllocation } = require('./metrics')
const { pairsOf } = require('./pairs')
const { gatePlan, leastSecondsOf } = require('./plan')
const { grownIn } = require('./regressed-functions')
const { appendHistory, chainOf, cumulated, readHistory, short, suspectedIn, toEntry } = require('./history')
const { commitsOf } = require('./revision')
const { overall } = require('./text')

/** @typedef {import('./gated').Gated} Gated */
/** @typedef {import('../types/pipeline').Plan} Plan */

/**
 * @param {Record<string, any>} values the options
 * @param {object} surroundings
 * @param {string} surroundings.directory for work trees of other revisions; the caller removes it
 * @param {string} surroundings.reports directory for profiles
 * @param {(sentence: string) => void} surroundings.say reports progress
 * @param {(subjects: import('../types/pipeline').Subject[], plan: Plan) =>
 *   Promise<import('../types/pipeline').Session>} surroundings.measure
 * @returns {Promise<Gated[]>} one for each gate, in order
 * @throws {OperationalError} if options conflict, or a version cannot be measured
 */
async function gateAll (values, { directory, reports, say, measure }) {
  const { margin, alarm, connections, driver, workers, budget } = values
  if (alarm <= margin) {
    throw new OperationalError(`--alarm (the slowdown that must be detected) is ${+(100 * alarm).toPrecision(3)}%. It must be larger than --margin (the tolerated slowdown), which is ${+(100 * margin).toPrecision(3)}%.`)
  }
  const plan = gatePlan({ driver, connections, workers, budgetSeconds: budget })
  const allocations = values['fail-on'] === 'allocations'
  if (allocations && !plan.countedRounds) {
    throw new OperationalError(`--fail-on=allocations needs loads shorter than a second, but ${driver} only takes whole seconds. Use --driver=built-in.`)
  }
  const kept = values.history === undefined ? [] : readHistory(values.history)
  const pairs = await pairsOf(values, { directory, say })
  const commits = values.history === undefined ? null : commitsOfAll(pairs, values)
  say(announced(pairs, plan))
  const asked = { values, plan, allocations, gates: pairs.length, say, measure }
  const gated = []
  for (const [i, pair] of pairs.entries()) {
    gated.push(await gateOne(pair, { ...asked, reports, folder: pairs.length > 1 ? String(i + 1) : '' }))
  }
  return commits ? followed(gated, { ...asked, reports, directory, kept, commits }) : gated
}

/** @typedef {{ baseline: string, candidate: string }} Commits */

/**
 * Adds the gates to their history. If slowdowns seem to have added up, compares the candidate with the commit before
 * them.
 *
 * @param {Gated[]} gated
 * @param {Asked & { directory: string, kept: import('./gated').HistoryEntry[], commits: Commits }} options `directory`:
 *   for work trees; `kept`: the history so far
 * @returns {Promise<Gated[]>} with their histories, and with the further gates
 */
async function followed (gated, { directory, kept, commits, ...asked }) {
  const { values, say } = asked
  const date = new Date().toISOString()
  const entries = [...kept, ...gated.map((one) => toEntry(one, { ...commits, date }))]
  const further = []
  for (const one of gated) {
    const suspected = suspectedIn(chainOf(entries, one))
    if (!suspected) continue
    const { since, gates } = suspected
    const at = short(since)
    const why = `the last ${gates} gates together look like a slowdown`
    say(`${one.name}: ${why}. Measuring against the commit before them, ${at}.`)
    const pairs = await pairsOf({ ...values, baseline: [`git:${since}`] }, { directory, say })
    const pair = /** @type {import('./pairs').Pair} */ (pairs.find(({ name }) => name === one.name))
    const measured = await gateOne(pair, { ...asked, folder: `since-${at}` })
    entries.push(toEntry(measured, { ...commits, baseline: since, date }))
    further.push({ ...measured, name: `${one.name}, since ${at}` })
  }
  appendHistory(values.history, entries.slice(kept.length))
  return [...gated.map((one) => ({ ...one, history: cumulated(chainOf(entries, one)) })), ...further]
}

/**
 * @param {import('./pairs').Pair[]} pairs
 * @param {Record<string, any>} values the options
 * @returns {Commits} those that are compared
 * @throws {OperationalError} if the baseline is no revision, or the candidate is not committed
 */
function commitsOfAll ([{ subjects: [, candidate] }], { baseline: [baseline], history }) {
  if (!baseline.startsWith('git:')) throw new OperationalError('--history holds commits, so it needs --baseline=git:REV.')
  return commitsOf(candidate, baseline.slice(4), history)
}

/**
 * @typedef {object} Asked
 * @property {Record<string, any>} values the options
 * @property {Plan} plan
 * @property {boolean} allocations whether more allocation fails a gate
 * @property {number} gates number of gates that are judged together
 * @property {string} reports directory
 * @property {(sentence: string) => void} say reports progress
 * @property {(subjects: import('../types/pipeline').Subject[], plan: Plan) =>
 *   Promise<import('../types/pipeline').Session>} measure
 *
 * @param {import('./pairs').Pair} pair
 * @param {Asked & { folder: string }} asked `folder`: for its profiles, relative to `reports`
 * @returns {Promise<Gated>}
 */
async function gateOne ({ name, subjects, contractChange }, asked) {
  const { values, plan, allocations, gates, folder, say, measure } = asked
  const { margin, alarm, connections } = values
  const reports = path.join(asked.reports, folder)
  const session = await measure(subjects, plan)
  const result = judgeGate(session.samples, session.machine, { margin, alarm, allocations, gates })
  if (gates > 1) say(`${name}: ${result.verdict}.`)
  const isAsked = result.verdict === 'fails' && !isByAllocation(result) && !values['no-places']
  const grown = isAsked ? await grownIn(subjects, session, { connections, reports, say }) : null
  const [baseline, candidate] = subjects
  const { path: urlPath, requests } = withoutSecrets({ path: candidate.path, requests: candidate.load?.requests })
  const about = {
    baseline: baseline.file,
    candidate: candidate.file,
    requests: requestsText({ path: urlPath, requests }),
    load: loadText(plan, candidate.load)
  }
  return { name, folder, subjects, path: urlPath, requests, about, contractChange, session, result, grown }
}

/**
 * @param {import('./pairs').Pair[]} pairs
 * @param {Plan} plan
 * @returns {string} a sentence on what is measured, and for how long
 */
function announced (pairs, plan) {
  const { budgetSeconds = 0 } = plan
  const leastSeconds = Math.ceil(leastSecondsOf(plan))
  const time =
    leastSeconds > budgetSeconds
      ? `about ${leastSeconds} s (a verdict needs five rounds, for which --budget=${budgetSeconds}s is too short)`
      : `about ${budgetSeconds} s`
  const [[baseline, candidate]] = pairs.map(({ subjects }) => subjects)
  const load = loadText(plan, candidate.load)
  return pairs.length === 1
    ? `Measuring ${baseline.file} and ${candidate.file}, interleaved, for ${time}: ${load}.`
    : `Measuring ${pairs.length} gates one after the other, baseline and candidate interleaved, each for ${time}: ${load}.`
}

/**
 * @param {Gated[]} gated
 * @returns {object} the fields of the record, for one gate or several
 */
function fieldsOf (gated) {
  const records = gated.map(toFields)
  return records.length === 1 ? records[0] : { verdict: overall(gated), gates: records }
}

/** @param {Gated} gated */
function toFields ({ about, path: urlPath, requests, contractChange, result, grown, history, session }) {
  return {
    subjects: [about.baseline, about.candidate],
    path: urlPath,
    ...(requests && { requests }),
    contractChange,
    ...result,
    grown: grown?.functions ?? [],
    ...(grown && grown.changes.length > 0 && { changes: grown.changes }),
    ...(history && { history }),
    samples: session.samples
  }
}

module.exports = { fieldsOf, gateAll }
