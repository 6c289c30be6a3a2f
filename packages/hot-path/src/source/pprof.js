'use strict'

const { gzipSync } = require('zlib')
const pprof = require('pprof-format')

/** @typedef {import('../types/pipeline').WeightedStack} WeightedStack */
/** @typedef {{ type: string, unit: string }} Measured unit of a weight: `cpu` in `microseconds`, `space` in `bytes` */

/**
 * Converts stacks to pprof, the format of Go's tools, which many profile stores accept.
 * https://github.com/google/pprof/blob/main/proto/profile.proto
 *
 * @param {WeightedStack[]} stacks
 * @param {Measured} measured
 * @returns {Buffer} gzip-compressed, as in pprof files
 */
function toPprof (stacks, { type, unit }) {
  const stringTable = new pprof.StringTable()
  const text = (/** @type {string} */ words) => stringTable.dedup(words)
  /** @type {Map<string, number>} */
  const ids = new Map()
  /** @type {pprof.Function[]} */
  const functions = []
  /** @type {pprof.Location[]} */
  const locations = []

  /** @param {import('../types/pipeline').Frame} frame */
  function idOf ({ name, file, line }) {
    const key = `${name} ${file}:${line}`
    const known = ids.get(key)
    if (known !== undefined) return known
    const id = ids.size + 1
    ids.set(key, id)
    functions.push(
      new pprof.Function({ id, name: text(name), systemName: text(name), filename: text(file ?? ''), startLine: line ?? 0 })
    )
    locations.push(new pprof.Location({ id, line: [new pprof.Line({ functionId: id, line: line ?? 0 })] }))
    return id
  }

  const sample = stacks.map(
    ({ frames, weight }) =>
      new pprof.Sample({ locationId: frames.map(idOf).reverse(), value: [Math.round(weight)] }) // innermost first
  )
  const profile = new pprof.Profile({
    sampleType: [new pprof.ValueType({ type: text(type), unit: text(unit) })],
    sample,
    location: locations,
    function: functions,
    stringTable
  })
  return gzipSync(profile.encode())
}

module.exports = { toPprof }
