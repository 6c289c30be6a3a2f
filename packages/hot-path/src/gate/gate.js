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
  const pairs = await pairsOf(values, { directory, say })
  say(announced(pairs, plan))
  const gated = []
  for (const [i, { name, subjects, contractChange }] of pairs.entries()) {
    const session = await measure(subjects, plan)
    const result = judgeGate(session.samples, session.machine, { margin, alarm, allocations, gates: pairs.length })
    if (pairs.length > 1) say(`${name}: ${result.verdict}.`)
    const isAsked = result.verdict === 'fails' && !isByAllocation(result) && !values['no-places']
    const kept = pairs.length > 1 ? path.join(reports, String(i + 1)) : reports
    const grown = isAsked ? await grownIn(subjects, session, { connections, reports: kept, say }) : null
    const [baseline, candidate] = subjects
    const { path: urlPath, requests } = withoutSecrets({ path: candidate.path, requests: candidate.load?.requests })
    const about = {
      baseline: baseline.file,
      candidate: candidate.file,
      requests: requestsText({ path: urlPath, requests }),
      load: loadText(plan, candidate.load)
    }
    gated.push({ name, subjects, path: urlPath, requests, about, contractChange, session, result, grown })
  }
  return gated
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
function toFields ({ about, path: urlPath, requests, contractChange, result, grown, session }) {
  return {
    subjects: [about.baseline, about.candidate],
    path: urlPath,
    ...(requests && { requests }),
    contractChange,
    ...result,
    grown: grown?.functions ?? [],
    ...(grown && grown.changes.length > 0 && { changes: grown.changes }),
    samples: session.samples
  }
}

module.exports = { fieldsOf, gateAll }
