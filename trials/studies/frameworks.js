'use strict'

// What explains the table of the frameworks? Measures the contestants on Node, unchanged and with a delay of 5 ms, and
// JSON.stringify in Node and in Bun. Saves the results in results/frameworks-study.json:
//   node trials/studies/frameworks.js    after npm ci --prefix labs/frameworks

const { execFileSync } = require('child_process')
const path = require('path')
const { machine, measure, plainPlan, writeJson } = require('hot-path/testing')
const contestants = require('../../labs/frameworks/catalog')
const contract = require('../../labs/frameworks/contract')

const LAB = path.resolve(__dirname, '../../labs/frameworks')
const FILE = path.resolve(__dirname, '../../results/frameworks-study.json')
const REPORTS = path.resolve(__dirname, '../../reports')
const ROUNDS = 5
const DURATION_SECONDS = 0.5
// Few enough not to saturate the slowest: with 5 ms per answer, they send at most 3,200 requests per second.
const CONNECTIONS = 16

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130))

/** @param {{ id: string, title: string, single: { command: string[] } }} contestant */
function subjectsOf ({ id, title, single: { command: [, file] } }) {
  const one = { title, file, path: contract.path, env: { NODE_ENV: 'production' } }
  const waiting = path.join(LAB, 'waiting.js')
  return [
    { ...one, id, entry: file },
    { ...one, id: `${id}-waiting`, entry: waiting, args: [file] }
  ]
}

/** @returns {{ runtime: string, version: string, ns: number[] }[]} measured alternately */
function stringify () {
  const programs = ['node', 'bun'].map((id) => contestants.find((one) => one.id === id)?.single.command[0] ?? id)
  const run = (/** @type {string} */ program, /** @type {string} */ argument) =>
    execFileSync(program, [argument], { cwd: LAB, encoding: 'utf8' }).trim()
  const ns = Array.from({ length: ROUNDS }, () => programs.map((program) => Number(run(program, 'stringify.js'))))
  return programs.map((program, i) => ({
    runtime: ['Node', 'Bun'][i],
    version: run(program, '--version').replace(/^v/, ''),
    ns: ns.map((round) => round[i])
  }))
}

async function main () {
  const onNode = contestants.filter(({ single: { command: [program] } }) => program === process.execPath)
  const plan = plainPlan({ rounds: ROUNDS, duration: DURATION_SECONDS, connections: CONNECTIONS, driver: 'built-in' })
  const samples = []
  for (const contestant of onNode) {
    const session = await measure(subjectsOf(contestant), plan, { reports: REPORTS })
    samples.push(...session.samples.map(({ latencyHistogram, ...sample }) => sample))
    console.error(`${contestant.id}: done`)
  }
  const study = { version: 1, date: new Date().toISOString(), machine: machine(), stringify: stringify(), samples }
  writeJson(FILE, study)
}

main()
