'use strict'

// Takes the spread between identical processes apart, and saves it in results/variance-study.json:
//   node labs/variance/study.js 10      for ten minutes; it resumes where it stopped. Nothing else may run meanwhile.

const fs = require('fs')
const path = require('path')
const { machine, writeJson } = require('hot-path/testing')
const { binary } = require('../../trials/studies/hot-path-on')
const { measureCohort } = require('./cohort')
const factors = require('./factors')

const ROOT = path.resolve(__dirname, '../..')
const FILE = path.join(ROOT, 'results/variance-study.json')
/** @type {Record<string, { file: string, path: string }>} */
const SERVERS = {
  'step 3': { file: 'steps/03-optimized/index.js', path: '/seed/v1' },
  sort: { file: 'labs/variance/servers/sort.js', path: '/' },
  fastify: { file: 'trials/servers/gate/fast.js', path: '/' },
  'step 2': { file: 'steps/02-fixed-listener/index.js', path: '/seed/v1' },
  hash: { file: 'labs/variance/servers/hash.js', path: '/' }
}
const NODES = ['24', '22', '26', '20']
const SIZE = { processes: 8, turns: 60 }

/** @param {number} minutes */
async function main (minutes) {
  const study = fs.existsSync(FILE) ? JSON.parse(fs.readFileSync(FILE, 'utf8')) : { version: 1, machine: machine(), cohorts: [] }
  study.machine = machine() // of the latest cohorts
  const endMs = Date.now() + 60_000 * minutes
  for (const { server, factor, ...wanted } of plan()) {
    if (Date.now() >= endMs) break
    const isSame = (/** @type {any} */ one) =>
      one.server === server && one.factor === factor.id && one.node === wanted.node && one.run === wanted.run
    if (study.cohorts.some(isSame)) continue
    const { file, path: url } = SERVERS[server]
    const costsUs = await measureCohort({ file: path.join(ROOT, file), path: url }, factor, binary(wanted.node), SIZE)
    const measured = { date: new Date().toISOString(), cpu: study.machine.cpu }
    const rows = costsUs.map((all) => all.map(rounded))
    study.cohorts.push({ server, factor: factor.id, ...wanted, ...measured, costsUs: rows })
    writeJson(FILE, study)
    console.error(`${server}, ${factor.title}, Node ${wanted.node}, cohort ${wanted.run}`)
  }
}

/** One server after the other, and at its end the first cohort again: it shows how far the machine has moved. */
function plan () {
  const all = [...factors.map((factor) => ({ factor, run: 1 })), { factor: factors[0], run: 2 }]
  return NODES.flatMap((node) => Object.keys(SERVERS).flatMap((server) => all.map((one) => ({ node, server, ...one }))))
}

/** @param {number} us */
function rounded (us) {
  return Number(us.toPrecision(5))
}

main(Number(process.argv[2] ?? Infinity))
