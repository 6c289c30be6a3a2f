'use strict'

// The effect of the number of connections: measures the three steps with 1, 10, 100 and 500 connections, and saves the
// samples in results/connections-study.json:  node trials/studies/connections.js

const path = require('path')
const { machine, measure, plainPlan, toSubject, writeJson } = require('hot-path/testing')
const config = require('../../scripts/config')

const FILE = path.resolve(__dirname, '../../results/connections-study.json')
const REPORTS = path.resolve(__dirname, '../../reports')
const SUBJECTS = ['01-slow', '02-fixed-listener', '03-optimized']
const CONNECTIONS = [1, 10, 100, 500]
const ROUNDS = 5
const DURATION_SECONDS = 0.5

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130))

async function main () {
  const subjects = SUBJECTS.map((id) => toSubject(id, { config }))
  const samples = []
  for (const connections of CONNECTIONS) {
    const plan = plainPlan({ rounds: ROUNDS, duration: DURATION_SECONDS, connections, driver: 'built-in' })
    const session = await measure(subjects, plan, { reports: REPORTS })
    samples.push(...session.samples.map(({ latencyHistogram, ...sample }) => sample))
    console.error(`${connections} connections: done`)
  }
  writeJson(FILE, { version: 1, date: new Date().toISOString(), machine: machine(), samples })
}

main()
