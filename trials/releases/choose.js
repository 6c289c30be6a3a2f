'use strict'

// Chooses the releases to compare, from what the npm registry has today, before anything is measured:
//   node trials/releases/choose.js > trials/releases/pairs.json
// For each package: its latest minor releases, each in its last patch, and each against the one before; and its last
// change of the major version.

const { execFileSync } = require('child_process')
const fs = require('fs')
const path = require('path')

const SERVERS = path.join(__dirname, 'servers')
const PAIRS_EACH = 3
/** @type {Record<string, string>} names in the registry, where they are no file name */
const NAMES = { hapi: '@hapi/hapi' }

/** @typedef {{ version: string, numbers: number[] }} Release */

/**
 * @param {string[]} versions as in the registry
 * @returns {Release[]} the last patch of each minor release, in the order of their numbers
 */
function minorReleases (versions) {
  /** @type {Map<string, Release>} */
  const minors = new Map()
  for (const version of versions) {
    const numbers = /^(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number)
    if (!numbers) continue // a pre-release
    const key = numbers.slice(0, 2).join('.')
    if (numbers[2] >= (minors.get(key)?.numbers[2] ?? 0)) minors.set(key, { version, numbers })
  }
  return [...minors.values()].sort(({ numbers: a }, { numbers: b }) => a[0] - b[0] || a[1] - b[1])
}

/**
 * @param {Release[]} releases
 * @returns {[from: string, to: string][]} the latest neighbours; and the last one of the major release before, with the
 *   latest one, if no neighbours have different majors
 */
function pairsOf (releases) {
  const latest = releases.slice(-PAIRS_EACH - 1)
  const major = latest[latest.length - 1].numbers[0]
  const before = releases.findLast(({ numbers }) => numbers[0] < major)
  const isWithin = latest[0].numbers[0] < major
  return [
    ...latest.slice(1).map(({ version }, i) => /** @type {[string, string]} */ ([latest[i].version, version])),
    ...(before && !isWithin ? [([before.version, latest[latest.length - 1].version])] : [])
  ]
}

function main () {
  const servers = fs.readdirSync(SERVERS).map((name) => path.basename(name, '.mjs'))
  const pairs = servers.flatMap(function (server) {
    const name = NAMES[server] ?? server
    const versions = JSON.parse(execFileSync('npm', ['view', name, 'versions', '--json'], { encoding: 'utf8' }))
    return pairsOf(minorReleases(versions)).map(([from, to]) => ({ server, package: name, from, to }))
  })
  console.log(JSON.stringify(pairs, null, 2))
}

if (require.main === module) main()

module.exports = { minorReleases, pairsOf }
