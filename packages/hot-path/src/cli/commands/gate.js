'use strict'

const fs = require('fs')
const path = require('path')
const { fieldsOf, gateAll } = require('../../gate/gate')
const { gatePage, sourceOf } = require('../../gate/page')
const { allToMarkdown, allToTerminal, meaning, notesOf, overall } = require('../../gate/text')
const { formatPortsOf } = require('../../report/ports')
const { annotation, isOnGitHub } = require('../../report/annotation')
const { printRecord, toRecord } = require('../../report/record')
const { assertWritable, publishText, withRunDirectory, writeWhole } = require('../../util/run-directory')
const { OF_REQUESTS } = require('../option-list')
const { STDOUT, assertPrintable } = require('../present')
const { measureShown, showPage, tell } = require('../terminal')

/** @typedef {import('../../gate/gated').Gated} Gated */

const KEPT = path.resolve('reports', 'gate')
const STATUS = { holds: 0, fails: 1, inconclusive: 3, invalid: 3 }

/** @type {import('../command').Command} */
const gate = {
  name: 'gate',
  usage: '--baseline=<file> --candidate=<file>',
  summary: 'Fail when one version of a server is slower than another',
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
    'history',
    'markdown',
    'no-places',
    'lenient',
    'json'
  ],
  // Enough to saturate one thread. More connections make each response, and thus each burst, longer: see
  // measurement/steady-state.js.
  defaults: { connections: '50' },
  positionals: [0, 0],
  startsServer: true,
  async run (_, values) {
    const { GITHUB_STEP_SUMMARY: summary } = process.env
    assertPrintable(values)
    if (summary) assertWritable(summary, 'GITHUB_STEP_SUMMARY')
    if (values.history !== undefined) assertWritable(values.history, '--history')
    const gated = await withRunDirectory(path.resolve('reports'), (directory) =>
      gateAll(values, { directory, reports: KEPT, say: tell, measure: measureShown })
    )
    await show(gated, values)
    const status = STATUS[overall(gated)]
    return status === 3 && values.lenient ? 0 : status
  }
}

/**
 * @param {Gated[]} gated
 * @param {any} values the options
 */
async function show (gated, values) {
  const record = fieldsOf(gated)
  const markdown = allToMarkdown(gated, values)
  await withRunDirectory(KEPT, async function (directory) {
    publishText(directory, path.join(KEPT, 'index.json'), JSON.stringify(toRecord('gate', record)) + '\n')
    publishText(directory, path.join(KEPT, 'index.html'), gatePage(gated.map(toPart(values)), overall(gated)))
  })
  const toStdout = values.markdown === STDOUT
  if (values.json) printRecord('gate', record)
  else console.log(toStdout ? markdown : [...gated.flatMap(portsOf), allToTerminal(gated, values), ''].join('\n'))
  if (isOnGitHub() && !values.json && !toStdout) for (const line of annotationsOf(gated, values)) console.log(line)
  await showPage(path.join(KEPT, 'index.html'), { json: values.json || toStdout, 'no-open': true }, [`Gate: ${overall(gated)}`])
  // Write these files last: an error here must not suppress the verdict.
  const { GITHUB_STEP_SUMMARY: summary } = process.env
  if (summary) fs.appendFileSync(summary, markdown)
  const toFile = values.markdown !== undefined && !toStdout
  if (toFile) writeWhole(values.markdown, markdown)
}

/**
 * @param {Gated[]} gated
 * @param {any} values the options
 * @returns {string[]} one for each gate that does not hold, at the function whose cost increased most
 */
function annotationsOf (gated, values) {
  return gated.flatMap(function ({ name, result, grown, subjects: [, candidate] }) {
    if (result.verdict === 'holds') return []
    const [top] = grown?.functions ?? []
    const source = top && path.relative(process.cwd(), sourceOf(top, candidate))
    const isOwn = source !== undefined && !source.startsWith('..') && !source.includes('node_modules')
    const where = isOwn ? { file: source, line: String(top.line) } : {}
    const title = `Gate of ${name}: ${result.verdict}`
    return [annotation(result.verdict === 'fails' ? 'error' : 'warning', meaning(result, values), { title, ...where })]
  })
}

/**
 * @param {any} values the options
 * @returns {(gated: Gated) => import('../../gate/page').Part}
 */
function toPart (values) {
  return function ({ name, folder, result, session, subjects: [, candidate], about, contractChange, grown, history }) {
    return {
      name,
      result,
      session,
      headline: meaning(result, values),
      notes: notesOf(result, values, contractChange),
      about,
      grown,
      candidate,
      history,
      links: grown
        ? ['baseline', 'candidate'].map((subject) => ({
            title: `CPU profile of the ${subject}`,
            href: path.posix.join(folder, subject, 'cpu-profile.html')
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
