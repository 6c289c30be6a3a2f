'use strict'

/**
 * Which port was measured, where a server opened more than one.
 *
 * @param {{ file: string, address: string, ports: import('../types/pipeline').Ports }} seen
 * @returns {string[]} one line, or none
 */
function formatPorts ({ file, address, ports: { measured, opened, alike } }) {
  if (opened.length < 2) return []
  const others = opened.filter((port) => port !== measured)
  const choice = alike ? ' Several of them answer alike, and the first was taken: --port chooses another.' : ''
  return [
    `Measured ${address}, of ${opened.length} ports that ${file} opened ` +
      `(the other${others.length > 1 ? 's' : ''}: ${others.join(', ')}).${choice}`
  ]
}

/**
 * The same of every subject of a session. Each round has other ports, so the last one stands for all.
 *
 * @param {Record<string, { file: string }>} about by the subject's id
 * @param {import('../types/pipeline').Sample[]} samples
 * @returns {string[]} one line for each subject that opened more than one
 */
function formatPortsOf (about, samples) {
  return Object.entries(about).flatMap(function ([id, { file }]) {
    const ports = samples.findLast(({ subject }) => subject === id)?.ports
    return ports ? formatPorts({ file, address: `port ${ports.measured}`, ports }) : []
  })
}

module.exports = { formatPorts, formatPortsOf }
