'use strict'

// The check-up of a server with a CPU quota, without one, and beside programs that use all cores.

const os = require('os')
const path = require('path')
const { takeCore } = require('../busy-core')
const { hotPathOn } = require('../hot-path-on')
const { withQuota } = require('./control-group')
const { EXPECTED, NODE, SERVERS } = require('./judged')

const RUNS = 10
const QUOTA_CORES = 0.25
const SERVER = path.join(SERVERS, 'quotas/server.js')
const [QUOTA, , BUSY] = Object.keys(EXPECTED)

/** @typedef {{ situation: string, run: number, found: string[], controlGroups: number | null }} QuotaTrial */

function wanted () {
  const runs = Array.from({ length: RUNS }, (_, i) => i + 1)
  return runs.flatMap((run) => Object.keys(EXPECTED).map((situation) => ({ situation, run })))
}

/** @param {{ situation: string }} trial */
async function tried ({ situation }) {
  if (situation === QUOTA) {
    return withQuota(QUOTA_CORES, async function ({ folder, version }) {
      return { found: await found(0, folder), controlGroups: version }
    })
  }
  return { found: await found(situation === BUSY ? os.cpus().length : 0), controlGroups: null }
}

/**
 * @param {number} busyCores
 * @param {string} [group] folder of the server's control group
 * @returns {Promise<string[]>} names of the findings
 */
async function found (busyCores, group = '') {
  const burners = Array.from({ length: busyCores }, () => takeCore())
  try {
    const env = { ...process.env, CONTROL_GROUP: group }
    const { findings = [] } = await hotPathOn(NODE, ['checkup', SERVER, '--json', '--no-open'], { env })
    return findings.map((/** @type {any} */ { name }) => name)
  } finally {
    for (const burner of burners) burner.kill('SIGKILL')
  }
}

module.exports = { tried, wanted }
