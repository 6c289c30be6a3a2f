'use strict'

const path = require('path')
const { OperationalError } = require('../../util/errors')
const { withRunDirectory } = require('../../util/run-directory')
const { counted } = require('../../util/format')
const { judgeGoal } = require('../../verdict/claim-verdict')
const { quote } = require('../../instruments/equivalent-command')
const { LEAST_VALUES } = require('../../verdict/statistics')
const { shown, withoutSecretQuery } = require('../../load/requests')
const { compared, published, readComparison, secondsFor } = require('../../comparison/compare')
const { isUnresponsive, progress, sayHowLong, showPage, tell } = require('../terminal')
const { defaultText, spelled } = require('../options')
const { printRecord, saveRecord } = require('../../report/record')
const { atRevision } = require('../../gate/revision')
const { toSubject } = require('../../config/subjects')
const { withServerProcess } = require('../../process/npm-start')
const { format, formatGoal, verdictLines } = require('../../comparison/text')
const { OF_REQUESTS } = require('../option-list')

/** @typedef {import('../../types/comparison').Comparison} Comparison */

const REPORTS = path.resolve('reports')
const KEPT = path.join(REPORTS, 'compare', 'index.json')
const REVISION = 'git:'
// Options that determine how the session is measured and drawn, for the command that repeats it.
const OF_THE_SESSION = [
  ...OF_REQUESTS,
  'port',
  'rounds',
  'duration',
  'connections',
  'workers',
  'driver',
  'rate',
  'timeline',
  'flame',
  'question'
]

/** @type {import('../command').Command} */
const compare = {
  name: 'compare',
  usage: '[subjects...]',
  summary: 'Compare several servers, and draw the result on one page',
  options: [...OF_THE_SESSION, 'from', 'goal', 'over-budget', 'save', 'no-open', 'json'],
  defaults: { duration: '1' },
  positionals: [0, 50],
  startsServer: true,
  async run (names, values) {
    const goal = toGoal(values)
    const [from] = values.from
    const comparison = from !== undefined ? again(names, values) : await anew(names, values)
    const report = await published(comparison, from ?? KEPT, { drawOnly: from !== undefined })
    if (values.save) saveRecord(path.join(values.config.folder, 'results/compare.json'), 'compare', comparison)
    const outcome = goal && judgeGoal(goal, comparison.subjects, comparison.samples, comparison.machine)
    if (values.json) printRecord('compare', { ...comparison, goal: outcome, report })
    const goalLines = outcome && goal ? formatGoal(outcome, goal) : []
    if (!values.json) console.log([...format(comparison, process.stdout), '', ...goalLines.slice(0, -1)].join('\n'))
    await showPage(report, values, goal ? goalLines.slice(-1) : verdictLines(comparison, process.stdout))
    return statusOf(outcome, comparison)
  }
}

/**
 * @param {string[]} names
 * @param {Record<string, any>} values
 */
async function anew (names, values) {
  return withRunDirectory(REPORTS, async function (directory) {
    const subjects = await toSubjects(names.length ? names : featuredOf(values.config), values, directory)
    const seconds = secondsFor(subjects, values) // first: it checks the options
    tell(`Measuring ${subjects.map(({ id }) => id).join(', ')}: ${counted(values.rounds, 'interleaved round')}.`)
    sayHowLong(seconds)
    const shown = progress(process.stderr)
    return compared(subjects, values, {
      again: commandFor(names, values),
      keep: (measured) => published(measured, KEPT, { drawOnly: false }),
      onProgress: shown.update
    }).finally(shown.end)
  })
}

/**
 * @param {import('../../types/config').ResolvedConfig} config
 * @returns {string[]} ids of the subjects compared by default: the featured ones of the config, or all
 */
function featuredOf ({ subjects }) {
  const servers = subjects.filter(({ isScript }) => !isScript)
  const featured = servers.filter(({ featured }) => featured)
  if (servers.length === 0) {
    throw new OperationalError('compare needs servers. Usage: npx hot-path compare <server> <server>')
  }
  return (featured.length ? featured : servers).map(({ id }) => id)
}

/**
 * @param {string[]} names
 * @param {Record<string, any>} values
 */
function again (names, { from, flame, save, question }) {
  if (names.length || flame || save) {
    throw new OperationalError('--from draws a saved comparison again. Leave out the subjects, --flame and --save.')
  }
  if (from.length > 1) throw new OperationalError('compare draws one saved comparison again. Give --from once.')
  return readComparison(from[0], question)
}

/**
 * @param {string[]} names
 * @param {Record<string, any>} values
 * @returns {string} the command that repeats the session
 */
function commandFor (names, values) {
  const { path: urlPath, header, body } = values
  /** @type {Record<string, any>} */
  const seen = {
    ...values,
    path: urlPath && withoutSecretQuery(urlPath),
    header: header.map((/** @type {[string, string]} */ [name, value]) => `${name}: ${shown(name, value)}`),
    body: body === undefined || body.startsWith('@') ? body : '...'
  }
  const options = OF_THE_SESSION.flatMap((name) =>
    [seen[name] ?? []]
      .flat()
      .filter((value) => String(value) !== defaultText(name, compare))
      .map((value) => spelled(name, value))
  )
  return [
    'npx hot-path compare',
    ...[...names, ...options, ...(values.args.length ? ['--', ...values.args] : [])].map(quote)
  ].join(' ')
}

/**
 * @param {Record<string, any>} values
 * @returns {import('../../verdict/claim-verdict').Goal | null}
 */
function toGoal ({ goal, 'over-budget': overBudget, rounds, from }) {
  if (goal === undefined && overBudget === undefined) return null
  if (goal !== undefined && overBudget !== undefined) {
    throw new OperationalError('--goal and --over-budget exclude each other. Give one of them.')
  }
  if (!from.length && rounds < LEAST_VALUES) {
    throw new OperationalError(`--goal and --over-budget need at least ${LEAST_VALUES} rounds. Use --rounds=${LEAST_VALUES} or more.`)
  }
  return goal ?? { overBudget }
}

/**
 * @param {ReturnType<typeof judgeGoal> | null} outcome
 * @param {Comparison} comparison
 */
function statusOf (outcome, { subjects, samples }) {
  if (subjects.some((id) => isUnresponsive(samples.filter(({ subject }) => subject === id)))) return 3
  if (!outcome || outcome.first) return 0
  return outcome.judged.every(({ verdict }) => verdict === 'fails') ? 1 : 3
}

/**
 * @param {string[]} names subject names; `git:REV`: the first of them at another revision
 * @param {Record<string, any>} values
 * @param {string} directory location for work trees of other revisions
 */
async function toSubjects (names, values, directory) {
  const first = names.find((name) => !name.startsWith(REVISION))
  if (first === undefined) throw new OperationalError(`${names[0]} is a revision, but no server is given. Usage: npx hot-path compare ${names[0]} <server>`)
  /** @type {import('../../types/pipeline').Subject[]} */
  const found = []
  for (const name of names) {
    const subject = await withServerProcess(toSubject(name.startsWith(REVISION) ? first : name, values), tell)
    found.push(name.startsWith(REVISION) ? await revisionOf(subject, name.slice(REVISION.length), directory) : subject)
  }
  const subjects = found.map((one) => (found.some((other) => other !== one && other.id === one.id) ? byPath(one) : one))
  const twice = subjects.find(({ id }, i) => subjects.findIndex((other) => other.id === id) < i)
  if (twice) {
    throw new OperationalError(
      `two subjects have the name "${twice.id}". Give each only once, and rename files that share a name.`
    )
  }
  return subjects
}

/**
 * @param {import('../../types/pipeline').Subject} subject
 * @param {string} revision
 * @param {string} directory
 */
async function revisionOf (subject, revision, directory) {
  const then = await atRevision(subject, revision, { directory, say: tell })
  return { ...then, id: toId(`${subject.id}-${revision}`), title: then.file }
}

/**
 * Adds the path to the id, to distinguish `v1/server.js` from `v2/server.js`.
 *
 * @param {import('../../types/pipeline').Subject} subject
 */
function byPath (subject) {
  const { dir, name } = path.parse(subject.file)
  return { ...subject, id: toId(path.join(dir, name)) }
}

/** @param {string} text */
function toId (text) {
  return text.replace(/[^\w.-]+/g, '-').replace(/^[.-]+/, '')
}

module.exports = compare
