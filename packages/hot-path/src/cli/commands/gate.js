'use strict'

const fs = require('fs')
const path = require('path')
const { contractDifference } = require('../../measure/contract')
const { OperationalError } = require('../../base/operational-error')
const { publishText, withRunDirectory, writeWhole } = require('../../base/run-directory')
const { gatePage } = require('../../comparison/gate-page')
const { whatGrew } = require('../../comparison/what-grew')
const { typical } = require('../../judge/typical')
const { judgeGate } = require('../../judge/verdict')
const { requestsText, withoutSecrets } = require('../../load/requests')
const { loadText, toWorkload } = require('../../load/workload')
const { shorten } = require('../../places/source')
const { inspect } = require('../../profile/inspect')
const instruments = require('../../profile/instruments')
const { meaning, notesOf, toMarkdown, toTerminal } = require('../gate-text')
const { printRecord, toRecord } = require('../record')
const { atRevision } = require('../revision')
const { gatePlan, leastSecondsOf, measureShown } = require('../plan')
const { toSubject } = require('../subjects')
const { formatPortsOf } = require('../format-ports')
const { OF_REQUESTS } = require('../option-list')

const KEPT = path.resolve('reports', 'gate')
const PROFILES = ['baseline', 'candidate'].map((subject) => ({
  subject,
  title: `CPU profile of the ${subject}`,
  href: `${subject}/cpu-profile.html`
}))
const STDOUT = '-'
const PROFILE_SECONDS = 2
const STATUS = { holds: 0, fails: 1, inconclusive: 3, invalid: 3 }

/** @type {import('.').Command} */
const gate = {
  name: 'gate',
  usage: '--baseline=<file> --candidate=<file>',
  summary: 'two versions of one server: is the second slower?',
  options: [
    'baseline',
    'candidate',
    ...OF_REQUESTS,
    'port',
    'margin',
    'alarm',
    'budget',
    'connections',
    'workers',
    'driver',
    'build',
    'baseline-node',
    'candidate-node',
    'allow-contract-change',
    'markdown',
    'no-places',
    'lenient',
    'json'
  ],
  // Enough to keep one thread full. With more, each answer takes longer, and so would each burst (see measure.js).
  defaults: { connections: '50' },
  positionals: [0, 0],
  startsServer: true,
  async run (_, values) {
    const gated = await withRunDirectory(path.resolve('reports'), async function (directory) {
      const subjects = await toSubjects(values, directory)
      const contractChange = await changeOf(subjects, directory, values)
      const session = await measureSubjects(subjects, values)
      const result = judgeGate(session.samples, session.machine, { margin: values.margin, alarm: values.alarm })
      const isAsked = result.verdict === 'fails' && !values['no-places']
      const grown = isAsked ? await grownIn(subjects, session, values) : []
      return { subjects, contractChange, session, result, grown }
    })
    await tell(gated, values)
    const status = STATUS[gated.result.verdict]
    return status === 3 && values.lenient ? 0 : status
  }
}

/**
 * @param {object} gated
 * @param {import('../../records').Subject[]} gated.subjects
 * @param {string | null} gated.contractChange
 * @param {import('../../records').Session} gated.session
 * @param {import('../../judge/verdict').GateResult} gated.result
 * @param {import('../../comparison/records').Grown[]} gated.grown
 * @param {any} values the options
 */
async function tell ({ subjects: [baseline, candidate], contractChange, session, result, grown }, values) {
  const { path: urlPath, requests } = withoutSecrets({ path: baseline.path, requests: baseline.load?.requests })
  const about = {
    baseline: baseline.file,
    candidate: candidate.file,
    requests: requestsText({ path: urlPath, requests }),
    load: loadText(session.plan)
  }
  const record = {
    subjects: [baseline.file, candidate.file],
    path: urlPath,
    ...(requests && { requests }),
    contractChange,
    ...result,
    grown,
    samples: session.samples
  }
  const markdown = toMarkdown({ result, thresholds: values, about, contractChange, grown })
  const page = gatePage({
    result,
    session,
    headline: meaning(result, values),
    notes: notesOf(result, values, contractChange),
    about,
    grown,
    links: grown.length > 0 ? PROFILES : []
  })
  await withRunDirectory(KEPT, async function (directory) {
    publishText(directory, path.join(KEPT, 'index.json'), JSON.stringify(toRecord('gate', record)) + '\n')
    publishText(directory, path.join(KEPT, 'index.html'), page)
  })
  if (values.json) printRecord('gate', record)
  else if (values.markdown === STDOUT) console.log(markdown)
  else {
    console.log(
      [
        ...formatPortsOf({ baseline, candidate }, session.samples),
        ...(contractChange ? [`Allowed: ${contractChange}`, ''] : []),
        toTerminal(result, values, grown),
        '',
        `Page: ${path.relative(process.cwd(), path.join(KEPT, 'index.html'))}`
      ].join('\n')
    )
  }
  // What cannot be written is said after the verdict, which must not be lost.
  const { GITHUB_STEP_SUMMARY: summary } = process.env
  if (summary) fs.appendFileSync(summary, markdown)
  const toFile = values.markdown !== undefined && values.markdown !== STDOUT
  if (toFile) writeWhole(values.markdown, markdown)
}

/**
 * Looks into both versions, to say which functions take longer than before.
 *
 * @param {import('../../records').Subject[]} subjects
 * @param {import('../../records').Session} session
 * @param {Record<string, any>} values
 * @returns {Promise<import('../../comparison/records').Grown[]>} none where one cannot be looked into
 */
async function grownIn (subjects, { samples, machine }, { connections }) {
  // A profile is made with the Node that runs this.
  if (subjects.some(({ node }) => node !== undefined)) return []
  console.error('It is slower. Looking for what grew, with profiles of both.')
  const seen = []
  for (const subject of subjects) {
    const workload = toWorkload(subject, { connections, durationSeconds: PROFILE_SECONDS })
    const cpuUs = typical(samples.filter(({ subject: id }) => id === subject.id), 'serverCpuUsPerRequest', machine)
    try {
      const profile = await inspect(instruments['cpu-profile'], subject, workload, { reports: KEPT })
      const folder = shorten(subject.cwd ?? process.cwd())
      seen.push({ profile: /** @type {any} */ (profile), cpuUs: Number(cpuUs), folder, entry: shorten(subject.entry) })
    } catch (err) {
      if (!(err instanceof OperationalError)) throw err
      console.error(`What grew cannot be told: ${err.message}`)
      return []
    }
  }
  return whatGrew(seen[0], seen[1])
}

/**
 * @param {import('../../records').Subject[]} subjects
 * @param {Record<string, any>} values
 */
async function measureSubjects (subjects, { budget, connections, driver, workers }) {
  const plan = gatePlan({ driver, connections, workers, budgetSeconds: budget })
  const leastSeconds = Math.ceil(leastSecondsOf(plan))
  const time =
    leastSeconds > budget
      ? `about ${leastSeconds} s: a verdict takes five rounds, and --budget=${budget}s is too short for them`
      : `about ${budget} s`
  console.error(`Measuring ${subjects[0].file} and ${subjects[1].file} in turns, for ${time}: ${loadText(plan)}.`)
  return measureShown(subjects, plan)
}

/**
 * @param {Record<string, any>} values
 * @param {string} directory for a work tree of another revision
 */
async function toSubjects ({ baseline, candidate, build, ...options }, directory) {
  if (!baseline || !candidate) {
    throw new OperationalError(
      'gate needs both --baseline=<file> and --candidate=<file>. See: npx hot-path gate --help'
    )
  }
  const judged = toSubject(candidate, options)
  const isRevision = baseline.startsWith('git:')
  if (build !== undefined && !isRevision) throw new OperationalError('--build is for --baseline=git:REV: other files are built already.')
  const reference = isRevision
    ? await atRevision(judged, baseline.slice(4), { directory, build })
    : toSubject(baseline, options)
  const { 'baseline-node': baselineNode, 'candidate-node': candidateNode } = options
  // Both get the same load: that of the candidate, where none is given.
  return [
    { ...reference, id: 'baseline', path: judged.path, load: judged.load, ...(baselineNode && { node: baselineNode }) },
    { ...judged, id: 'candidate', ...(candidateNode && { node: candidateNode }) }
  ]
}

/**
 * @param {import('../../records').Subject[]} subjects
 * @param {string} directory
 * @param {Record<string, any>} values
 * @returns {Promise<string | null>} in which way their answers differ, where that is allowed
 * @throws {OperationalError} where it is not
 */
async function changeOf ([baseline, candidate], directory, { 'allow-contract-change': isAllowed }) {
  const difference = await contractDifference(baseline, candidate, directory)
  if (difference === null || isAllowed) return difference
  throw new OperationalError(
    `${difference} Compare versions that give the same answer; where it changed on purpose: --allow-contract-change.`
  )
}

module.exports = gate
