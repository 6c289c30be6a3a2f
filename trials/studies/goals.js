'use strict'

// Does `goal` give the same result in each run? Runs it ten times, and saves the result of each server in
// results/goals-study.json:  node trials/studies/goals.js

const { execFile } = require('child_process')
const path = require('path')
const { promisify } = require('util')
const { machine, writeJson } = require('hot-path/testing')

const ROOT = path.resolve(__dirname, '../..')
const FILE = path.join(ROOT, 'results/goals-study.json')
const TIMES = 10

async function main () {
  const runs = []
  for (let run = 1; run <= TIMES; run++) {
    const args = ['run', '-s', 'goal', '--', '--json', '--no-open']
    // Status 3 (inconclusive) is a result, too.
    const { stdout } = await promisify(execFile)('npm', args, { cwd: ROOT, maxBuffer: 1e8 }).catch((err) => err)
    /** @type {{ id: string, ratio: number, interval: [number, number], verdict: string }[]} */
    const judged = JSON.parse(stdout).goal.judged
    runs.push(judged.map(({ id, ratio, interval, verdict }) => ({ id, requestsPerSecond: ratio, interval, verdict })))
    console.error(`run ${run}: ${judged.map(({ id, ratio }) => `${id} ${Math.round(ratio)}`).join(', ')}`)
  }
  writeJson(FILE, { version: 1, date: new Date().toISOString(), machine: machine(), runs })
}

main()
