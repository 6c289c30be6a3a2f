'use strict'

const fs = require('fs')
const path = require('path')
const { OperationalError } = require('../../util/errors')
const { assertWritable, publishText, withRunDirectory, writeWhole } = require('../../util/run-directory')
const { gatePage } = require('../../gate/page')
const { isByAllocation } = require('../../gate/metrics')
const { judgeGate } = require('../../verdict/verdict')
const { requestsText, withoutSecrets } = require('../../load/requests')
const { loadText } = require('../../load/workload')
const { grownIn } = require('../../gate/regressions')
const { pairsOf } = require('../../gate/pairs')
const { allToMarkdown, allToTerminal, meaning, notesOf, overall } = require('../../gate/text')
const { measureShown, showPage } = require('../terminal')
const { printRecord, toRecord } = require('../../report/record')
const { gatePlan, leastSecondsOf } = require('../../gate/plan')
const { formatPortsOf } = require('../../report/ports')
const { OF_REQUESTS } = require('../option-list')

/** @typedef {import('../../gate/text').Gated} Gated */

const KEPT = path.resolve('reports', 'gate')
const STDOUT = '-'
const STATUS = { holds: 0, fails: 1, inconclusive: 3, invalid: 3 }

/** @type {import('../command').Command} */
const gate = {
  name: 'gate',
  usage: '--baseline=<file> --candidate=<file>',
  summary: 'two versions of one server: is the second slower?',
  options: [
    'baseline',
    'candidate',
    ...OF_REQUESTS,
    'each',
    'port',
    'margin',
    'alarm',
    'fail-on',
    'budget',
    'connections',
    'workers',
    'driver',
    'rate',
    'build',
    'baseline-node',
    'candidate-node',
    'allow-contract-change',
    'markdown',
    'no-places',
    'lenient',
    'json'
  ],
  // Enough to keep one thread full. With more, each answer takes longer, and so would each burst: see
  // measurement/steady-state.js.
  defaults: { connections: '50' },
  positionals: [0, 0],
  startsServer: true,
  async run (_, values) {
    const { GITHUB_STEP_SUMMARY: summary } = process.env
    if (values.markdown !== undefined && values.markdown !== STDOUT) assertWritable(values.markdown, '--markdown')
    if (summary) assertWritable(summary, 'GITHUB_STEP_SUMMARY')
    const gated = await withRunDirectory(path.resolve('reports'), (directory) => gateAll(values, directory))
    await tell(gated, values)
    const status = STATUS[overall(gated)]
    return status === 3 && values.lenient ? 0 : status
  }
}

/**
 * @param {Record<string, any>} values the options
 * @param {string} directory
 * @returns {Promise<Gated[]>} one after the other
 */
async function gateAll (values, directory) {
  const { margin, alarm, connections, driver, workers, budget } = values
  if (alarm <= margin) {
    throw new OperationalError(`--alarm is the slowdown that must be found, so it is more than --margin: ${+(100 * alarm).toPrecision(3)}% is not more than ${+(100 * margin).toPrecision(3)}%.`)
  }
  const plan = gatePlan({ driver, connections, workers, budgetSeconds: budget })
  const allocations = values['fail-on'] === 'allocations'
  if (allocations && !plan.countedRounds) {
    throw new OperationalError(`--fail-on=allocations needs a load that can be as short as it likes, and ${driver} takes whole seconds. Use --driver=autocannon.`)
  }
  const pairs = await pairsOf(values, directory)
  sayHowLong(pairs, plan)
  const gated = []
  for (const [i, { name, subjects, contractChange }] of pairs.entries()) {
    const session = await measureShown(subjects, plan)
    const result = judgeGate(session.samples, session.machine, { margin, alarm, allocations, gates: pairs.length })
    if (pairs.length > 1) console.error(`${name}: ${result.verdict}.`)
    const isAsked = result.verdict === 'fails' && !isByAllocation(result) && !values['no-places']
    const reports = pairs.length > 1 ? path.join(KEPT, String(i + 1)) : KEPT
    const grown = isAsked ? await grownIn(subjects, session, { connections, reports }) : null
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
 * @param {import('../../gate/pairs').Pair[]} pairs
 * @param {import('../../types/pipeline').Plan} plan
 */
function sayHowLong (pairs, plan) {
  const { budgetSeconds = 0 } = plan
  const leastSeconds = Math.ceil(leastSecondsOf(plan))
  const time =
    leastSeconds > budgetSeconds
      ? `about ${leastSeconds} s: a verdict takes five rounds, and --budget=${budgetSeconds}s is too short for them`
      : `about ${budgetSeconds} s`
  const [[baseline, candidate]] = pairs.map(({ subjects }) => subjects)
  const load = loadText(plan, candidate.load)
  console.error(
    pairs.length === 1
      ? `Measuring ${baseline.file} and ${candidate.file} in turns, for ${time}: ${load}.`
      : `${pairs.length} gates, one after the other: each measures baseline and candidate in turns, for ${time}: ${load}.`
  )
}

/**
 * @param {Gated[]} gated
 * @param {any} values the options
 */
async function tell (gated, values) {
  const records = gated.map(toFields)
  const record = gated.length === 1 ? records[0] : { verdict: overall(gated), gates: records }
  const markdown = allToMarkdown(gated, values)
  await withRunDirectory(KEPT, async function (directory) {
    publishText(directory, path.join(KEPT, 'index.json'), JSON.stringify(toRecord('gate', record)) + '\n')
    publishText(directory, path.join(KEPT, 'index.html'), gatePage(gated.map(toPart(values)), overall(gated)))
  })
  const toStdout = values.markdown === STDOUT
  if (values.json) printRecord('gate', record)
  else console.log(toStdout ? markdown : [...gated.flatMap(portsOf), allToTerminal(gated, values), ''].join('\n'))
  await showPage(path.join(KEPT, 'index.html'), { json: values.json || toStdout, 'no-open': true })
  // What cannot be written by now is said after the verdict, which must not be lost.
  const { GITHUB_STEP_SUMMARY: summary } = process.env
  if (summary) fs.appendFileSync(summary, markdown)
  const toFile = values.markdown !== undefined && !toStdout
  if (toFile) writeWhole(values.markdown, markdown)
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
    samples: session.samples
  }
}

/**
 * @param {any} values the options
 * @returns {(gated: Gated, index: number, all: Gated[]) => import('../../gate/page').Part}
 */
function toPart (values) {
  return function ({ name, result, session, about, contractChange, grown }, index, all) {
    const folder = all.length > 1 ? `${index + 1}/` : ''
    return {
      name,
      result,
      session,
      headline: meaning(result, values),
      notes: notesOf(result, values, contractChange),
      about,
      grown,
      links: grown
        ? ['baseline', 'candidate'].map((subject) => ({
            title: `CPU profile of the ${subject}`,
            href: `${folder}${subject}/cpu-profile.html`
          }))
        : []
    }
  }
}

/** @param {Gated} gated */
function portsOf ({ subjects: [baseline, candidate], session }) {
  return formatPortsOf({ baseline, candidate }, session.samples)
}

module.exports = gate
