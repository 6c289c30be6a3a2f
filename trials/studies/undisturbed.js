'use strict'

// What studies of the check-up share.

const { createHash } = require('crypto')
const fs = require('fs')
const path = require('path')
const { hotPathOn } = require('./hot-path-on')

const SOURCES = path.resolve(__dirname, '../../packages/hot-path/src')
const KEPT_PLACES = 4
const DISTURBED = 'host-bound'
const MOST_ATTEMPTS = 3

/** @returns {string} hash of the code for findings and source locations: results of other code are tried again */
function rulesHash () {
  const hash = createHash('sha256')
  for (const folder of ['agent/probes', 'checkup', 'source']) {
    const root = path.join(SOURCES, folder)
    const names = /** @type {string[]} */ (fs.readdirSync(root, { recursive: true }))
    const sources = names.filter((name) => name.endsWith('.js')).sort()
    for (const name of sources) hash.update(`${name}\0${fs.readFileSync(path.join(root, name), 'utf8')}\0`)
  }
  return hash.digest('hex').slice(0, 12)
}

/**
 * Runs a check-up. Tries again under CPU contention, up to three attempts. The last attempt counts.
 *
 * @param {string} node
 * @param {string[]} args
 * @returns {Promise<{ findings: any[], seconds: number, provisionalSeconds: number | null }>} `seconds`: from the start
 *   to the end of the command; `provisionalSeconds`: to its provisional sentence, if it printed one
 */
async function undisturbed (node, args) {
  for (let attempt = 1; ; attempt++) {
    const sinceMs = performance.now()
    const elapsed = () => Number(((performance.now() - sinceMs) / 1000).toFixed(1))
    let provisionalSeconds = /** @type {number | null} */ (null)
    const { findings = [] } = await hotPathOn(node, args, {
      onStderr: (text) => {
        if (text.includes('Provisional')) provisionalSeconds ??= elapsed()
      }
    })
    const seconds = elapsed()
    const isDisturbed = findings.some((/** @type {any} */ { name }) => name === DISTURBED)
    if (!isDisturbed || attempt === MOST_ATTEMPTS) return { findings, seconds, provisionalSeconds }
  }
}

/**
 * @param {any[]} findings
 * @returns {{ file: string, line: number, function: string, share: number }[]} first locations of the first finding
 */
function placesOf (findings) {
  return (findings[0]?.places ?? [])
    .slice(0, KEPT_PLACES)
    .map((/** @type {any} */ { file, line, function: name, share }) => ({
      file: path.basename(file),
      line,
      function: name,
      share: Number(share.toFixed(2))
    }))
}

module.exports = { placesOf, rulesHash, undisturbed }
