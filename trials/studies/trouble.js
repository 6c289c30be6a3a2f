'use strict'

// Tries what hot-path says about processes in trouble, and saves its answers in results/trouble-study.json:
//   node trials/studies/trouble.js             everything that was not tried yet (an hour)
//   node trials/studies/trouble.js stuck       processes that do not respond, on each version of Node
//   node trials/studies/trouble.js stalls      servers that stall now and then, and healthy ones
//   node trials/studies/trouble.js quotas      a server with a CPU quota; needs root, and control groups
//   node trials/studies/trouble.js memory      servers whose memory grows; needs a C compiler, and Node's headers
// It can be stopped at any time, and resumes where it stopped. To repeat a part, remove its trials from the file.
// Nothing else may run on the machine meanwhile.

const fs = require('fs')
const { machine, writeJson } = require('hot-path/testing')
const { FILE } = require('./trouble/judged')

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130))

/**
 * `wanted`: all trials of a part; `tried`: runs one, and returns its results.
 *
 * @type {Record<string, Record<string, { wanted: () => any[], tried: (trial: any) => Promise<object> }>>}
 */
const PARTS = {
  stuck: { stuck: require('./trouble/stuck') },
  stalls: { stalls: require('./trouble/stalls'), healthy: require('./trouble/healthy') },
  quotas: { quotas: require('./trouble/quotas') },
  memory: { memory: require('./trouble/memory') }
}

/** @param {string[]} names of parts */
async function main (names) {
  const study = JSON.parse(fs.readFileSync(FILE, 'utf8'))
  for (const [name, { wanted, tried }] of names.flatMap((part) => Object.entries(PARTS[part]))) {
    for (const trial of wanted()) {
      if (study[name].some((/** @type {any} */ one) => isSame(one, trial))) continue
      study[name].push({ ...trial, ...(await tried(trial)) })
      study.machine = machine() // of the latest trials
      writeJson(FILE, study)
      console.error(name, JSON.stringify(study[name].at(-1)))
    }
  }
}

/**
 * @param {any} one
 * @param {object} trial
 */
function isSame (one, trial) {
  return Object.entries(trial).every(([key, value]) => one[key] === value)
}

main(process.argv[2] ? [process.argv[2]] : Object.keys(PARTS))
