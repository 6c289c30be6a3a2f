'use strict'

// How much allocated bytes and CPU time per request vary between runs of the same server, for the error rate of gates.
// Measures each server against itself on each version of Node, and saves it in results/allocations-study.json:
//   node trials/studies/allocations.js

const path = require('path')
const { gatePlan, machine, measure, toSubject, writeJson } = require('hot-path/testing')
const config = require('../../scripts/config')
const { binary } = require('./hot-path-on')

const ROOT = path.resolve(__dirname, '../..')
const FILE = path.join(ROOT, 'results/allocations-study.json')
const NODES = ['20', '22', '24', '26']
const SERVERS = ['02-fixed-listener', '03-optimized', 'ceiling', 'fastify']
const ROUNDS = 10
// Makes rounds as long as those of a default gate.
const BUDGET_SECONDS = 60

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130))

async function main () {
  const usual = gatePlan({ driver: 'built-in', connections: 50, budgetSeconds: BUDGET_SECONDS })
  const plan = { ...usual, rounds: ROUNDS, countedRounds: ROUNDS, budgetSeconds: 0 }
  const sessions = []
  for (const node of NODES) {
    for (const server of SERVERS) {
      const subject = { ...toSubject(server, { config }), node: binary(node) }
      const subjects = ['baseline', 'candidate'].map((id) => ({ ...subject, id }))
      const { samples } = await measure(subjects, plan, { reports: path.join(ROOT, 'reports') })
      sessions.push({ server, node, samples: samples.map(brief) })
      console.error(`${server}, Node ${node}`)
    }
  }
  const study = { version: 1, date: new Date().toISOString(), machine: machine(), plan, sessions }
  writeJson(FILE, study)
}

/** @param {import('hot-path').Sample} sample */
function brief ({ subject, round, requests, serverCpuUsPerRequest, allocatedBytesPerRequest }) {
  return { subject, round, requests, serverCpuUsPerRequest, allocatedBytesPerRequest }
}

main()
