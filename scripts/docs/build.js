'use strict'

// Puts measured results into the texts: npm run docs
// A generated part of a text stands between <!-- made: name arguments... --> and <!-- end -->. The first of these also
// names the results files that the part is made from.

const fs = require('fs')
const path = require('path')
const { casesIn } = require('../learn/cases/list')
const { chaptersIn } = require('../learn/workshop-parser')
const { historyRates, recordedOf } = require('../../trials/studies/gate/history')
const { ratesOf } = require('../../trials/studies/gate/rates')
const { casesSummary, casesTable } = require('./cases')
const { chaptersSummary, chaptersTable, goalsSummary } = require('./chapters')
const { attachHeadline, attachHeapTable, attachSummary, attachTable } = require('./attach')
const { allocations } = require('./allocations')
const blocks = require('./claims')
const checkup = require('./checkup')
const drivers = require('./drivers')
const places = require('./places')
const reported = require('./reported')
const frameworks = require('./labs/frameworks')
const gate = require('./gate')
const output = require('./output')
const { powerCurve } = require('./images/power')
const releases = require('./releases/tables')
const { configSchema, schema, workshopSchema } = require('./schema')
const then = require('./then')
const trouble = require('./trouble')
const variance = require('./labs/variance')
const yes = require('./labs/yes')

const ROOT = path.resolve(__dirname, '../..')
const TEXTS = [
  'README.md',
  'WORKSHOP.md',
  ...markdownBelow('cases'),
  ...markdownBelow('docs'),
  ...markdownBelow('experiments'),
  ...markdownBelow('labs')
]
const MADE = /<!-- made: (\w+)((?: (?!\()\S+)*)(?: \([^)]*\))? -->\n[^]*?<!-- end -->/g

/**
 * @param {() => any[]} rates of the gate
 * @returns {Record<string, (names?: any[]) => string>} generators of the parts, by name
 */
function parts (rates) {
  const session = () => read('claims.json')
  return {
    sample: () => output.sample(read('sample-output.json')),
    subjects: (ids) => blocks.subjectsTable(session(), ids),
    claims: (ids) => blocks.claimsTable(session(), ids),
    lessonThen: () => then.lessonThen(session()),
    lessonListener: () => then.lessonListener(read('lesson-flame.json')),
    connections: () => then.connectionsTable(read('connections-study.json')),
    connectionsSummary: () => then.connectionsSummary(read('connections-study.json')),
    machine: () => blocks.machineLine(session()),
    gate: () => gate.gateTable(rates()),
    summary: () => gate.gateSummary(rates()),
    power: () => gate.gatePower(rates()),
    rates: () => gate.gateRates(rates(), read('gate-study-before.json')),
    pullRequests: () => gate.pullRequests(read('action-study.json')),
    releasesHeadline: () => releases.headline(read('releases-study.json')),
    releasesWarmth: () => releases.warmth(read('releases-study.json')),
    releasesTable: () => releases.releasesTable(read('releases-study.json')),
    releaseCauses: () => releases.causesTable(read('releases-study.json'), read('releases-wrk-study.json')),
    reportedReleasesHeadline: () => releases.reportedHeadline(read('releases-study.json'), read('releases-wrk-study.json')),
    reportedReleases: () => releases.reportedTable(read('releases-study.json'), read('releases-wrk-study.json')),
    repeatedReleasesHeadline: () => releases.repeatedHeadline(read('releases-study.json')),
    repeatedReleases: () => releases.repeatedTable(read('releases-study.json')),
    historyRun: () => gate.historyRun(read('history-run-study.json')),
    historyRates: () => {
      const gates = [...read('gate-study-before.json').gates, ...read('gate-study.json').gates.map(recordedOf)]
      return gate.historySummary(historyRates(gates))
    },
    allocations: () => allocations(read('allocations-study.json')),
    attach: () => attachTable(read('attach-study.json')),
    attachHeadline: () => attachHeadline(read('attach-study.json')),
    attachHeaps: () => attachHeapTable(read('attach-study.json')),
    attachSummary: () => attachSummary(read('attach-study.json')),
    alarms: () => gate.falseAlarms(rates()),
    before: () => gate.gateBefore(read('gate-study-before.json')),
    chapters: (numbers = []) => chaptersTable(chaptersIn(fs.readFileSync(path.join(ROOT, 'WORKSHOP.md'), 'utf8')), numbers),
    chaptersSummary: () => chaptersSummary(read('chapters-study.json')),
    goalsSummary: () => goalsSummary(read('goals-study.json')),
    cases: () => casesTable(casesIn(ROOT)),
    casesSummary: () => casesSummary(casesIn(ROOT), read('cases-study.json')),
    commands: output.commandsTable,
    faults: () => output.faultsTable(read('faults.json')),
    faultsSummary: () => output.faultsSummary(read('faults.json')),
    findings: checkup.findingsTable,
    trials: () => checkup.trialsTable(read('checkup-study.json')),
    places: (sets) => places.placesTable(read('places-study.json'), /** @type {string[]} */ (sets)),
    placesHeadline: (sets) => places.placesHeadline(read('places-study.json'), /** @type {string[]} */ (sets)),
    placesSummary: (sets) => places.placesSummary(read('places-study.json'), /** @type {string[]} */ (sets)),
    placesAgain: (sets) => places.placesSummary(read('places-again.json'), /** @type {string[]} */ (sets)),
    placesSecondReader: (sets) => places.placesSecondReader(read('places-study.json'), /** @type {string[]} */ (sets)),
    placesReaders: () => places.placesReaders(read('places-study.json')),
    placesPeers: () => places.placesPeers(read('places-study.json')),
    reported: (sets) => reported.reportedTable(read('reported-study.json'), /** @type {string[]} */ (sets)),
    reportedPeers: () => reported.reportedPeers(read('reported-study.json')),
    reportedPeersSummary: () => reported.reportedPeersSummary(read('reported-study.json')),
    reportedSummary: (sets) => reported.reportedSummary(read('reported-study.json'), /** @type {string[]} */ (sets)),
    trialsSummary: () => checkup.trialsSummary(read('checkup-study.json')),
    stuck: () => trouble.stuckTable(read('trouble-study.json')),
    stuckSummary: () => trouble.stuckSummary(read('trouble-study.json')),
    stalls: () => trouble.stallsTable(read('trouble-study.json')),
    stallsSummary: () => trouble.stallsSummary(read('trouble-study.json')),
    stallsHealthy: () => trouble.healthyTable(read('trouble-study.json')),
    quotas: () => trouble.quotasTable(read('trouble-study.json')),
    memory: () => trouble.memoryTable(read('trouble-study.json')),
    memorySummary: () => trouble.memorySummary(read('trouble-study.json')),
    allocators: () => trouble.allocatorsTable(read('allocators-study.json')),
    drivers: () => drivers.driversTable(read('drivers.json')),
    variance: () => variance.sharesSummary(read('variance-study.json')),
    varianceSetup: () => variance.setup(read('variance-study.json')),
    varianceServers: () => variance.partsTable(read('variance-study.json'), 'server'),
    varianceNodes: () => variance.partsTable(read('variance-study.json'), 'node'),
    varianceFactors: () => variance.factorsTable(read('variance-study.json')),
    varianceAdvice: () => variance.adviceTable(read('variance-study.json')),
    varianceDesign: () => variance.designTable(read('variance-study.json')),
    yes: () => yes.yesTable(read('lab-yes.json')),
    yesThen: () => yes.yesThen(read('lab-yes.json')),
    yesPlacement: () => yes.yesPlacement(read('yes-placement-study.json')),
    yesClaims: () => yes.yesClaims(read('lab-yes.json')),
    frameworks: (modes) => frameworks.frameworksTable(read('lab-frameworks.json'), modes),
    frameworksThen: () => frameworks.frameworksThen(read('lab-frameworks.json')),
    frameworksThenTwo: () => frameworks.frameworksThenTwo(read('lab-frameworks.json')),
    frameworksWaiting: () => frameworks.frameworksWaiting(read('frameworks-study.json')),
    frameworksStringify: () => frameworks.frameworksStringify(read('frameworks-study.json'), read('lab-frameworks.json')),
    frameworksSteady: () => frameworks.frameworksSteady(read('lab-frameworks.json')),
    frameworksWorkers: () => frameworks.frameworksWorkers(read('lab-frameworks.json')),
    frameworksClaims: () => frameworks.frameworksClaims(read('lab-frameworks.json')),
    frameworksHot: () => frameworks.frameworksHot(read('lab-frameworks-flame.json')),
    locustHeadline: () => drivers.locustHeadline(read('locust-study.json')),
    locustRates: () => drivers.locustRates(read('locust-study.json')),
    locustSummary: () => drivers.locustSummary(read('locust-study.json')),
    agreement: () => drivers.driversAgreement(read('drivers.json'))
  }
}

/** @param {string} folder */
function markdownBelow (folder) {
  const names = /** @type {string[]} */ (fs.readdirSync(path.join(ROOT, folder), { recursive: true }))
  return names
    .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
    .map((name) => path.posix.join(folder, name))
    .sort()
}

/** @type {Map<string, any>} by name */
const results = new Map()
/** @type {Set<string>} names of the results that the present part was made from */
const used = new Set()

/** @param {string} name */
function read (name) {
  used.add(name)
  if (!results.has(name)) results.set(name, JSON.parse(fs.readFileSync(path.join(ROOT, 'results', name), 'utf8')))
  return results.get(name)
}

/**
 * @returns {{ file: string, is: string, shouldBe: string }[]} current and generated content of every text
 * @throws {Error} if a text names an unknown part
 */
function texts () {
  const studied = ratesOf(read('gate-study.json'))
  const rates = () => {
    used.add('gate-study.json')
    return studied
  }
  const made = parts(rates)
  return TEXTS.map(function (name) {
    const file = path.join(ROOT, name)
    const is = fs.readFileSync(file, 'utf8')
    const shouldBe = is.replace(MADE, function (_, part, names) {
      if (!(part in made)) throw new Error(`${name} asks for the unknown part "${part}"`)
      used.clear()
      const text = made[part](names ? names.trim().split(' ') : undefined)
      const from = used.size > 0 ? ` (${[...used].map((file) => `results/${file}`).join(', ')})` : ''
      return `<!-- made: ${part}${names}${from} -->\n${text}\n<!-- end -->`
    })
    return { file: name, is, shouldBe }
  }).concat(
    picture(rates()),
    file('packages/hot-path/src/types/records.schema.json', schema()),
    file('scripts/records.schema.json', workshopSchema()),
    file('packages/hot-path/src/types/config.schema.json', configSchema())
  )
}

/** @param {any[]} rates */
function picture (rates) {
  return file('docs/images/gate-power.svg', powerCurve(rates))
}

/**
 * @param {string} name of a file that is generated as a whole
 * @param {string} shouldBe
 */
function file (name, shouldBe) {
  const place = path.join(ROOT, name)
  return { file: name, is: fs.existsSync(place) ? fs.readFileSync(place, 'utf8') : '', shouldBe }
}

if (require.main === module) {
  for (const { file, shouldBe } of texts()) fs.writeFileSync(path.join(ROOT, file), shouldBe)
}

module.exports = { TEXTS, texts }
