'use strict'

// Do the drivers agree? Applies the same load to the same servers with each installed driver, alternating. Saves the
// session in results/drivers.json:  node trials/studies/drivers.js

const path = require('path')
const { drivers, machine, measure, plainPlan, toSubject, writeJson } = require('hot-path/testing')
const config = require('../../scripts/config')

const FILE = path.resolve(__dirname, '../../results/drivers.json')
const REPORTS = path.resolve(__dirname, '../../reports')
const SUBJECTS = ['ceiling', '03-optimized', '02-fixed-listener']
const ROUNDS = 7
// wrk supports whole seconds only.
const DURATION_SECONDS = 2

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130))

async function main () {
  const names = drivers.filter(({ available }) => available()).map(({ name }) => name)
  const samples = []
  for (let round = 1; round <= ROUNDS; round++) {
    for (const driver of round % 2 ? names : names.toReversed()) {
      const plan = plainPlan({ rounds: 1, duration: DURATION_SECONDS, connections: 50, driver })
      const { samples: own } = await measure(
        SUBJECTS.map((id) => toSubject(id, { config })),
        plan,
        { reports: REPORTS }
      )
      samples.push(...own.map((sample) => ({ ...sample, round })))
      console.error(`round ${round} of ${ROUNDS}: ${driver}`)
    }
  }
  writeJson(FILE, { version: 1, date: new Date().toISOString(), machine: machine(), drivers: names, samples })
}

main()
