'use strict'

/**
 * Reports which port was measured, if a server opened several.
 *
 * @param {{ file: string, address: string, ports: import('../types/pipeline').Ports }} seen
 * @returns {string[]} one line, or none
 */
function formatPorts ({ file, address, ports: { measured, opened, alike } }) {
  if (opened.length < 2) return []
  const others = opened.filter((port) => port !== measured)
  const choice = alike ? ' Several of them respond in the same way, so hot-path used the first. To use another, set --port.' : ''
  return [
    `Measured ${address}, of ${opened.length} ports that ${file} opened ` +
      `(the other${others.length > 1 ? 's' : ''}: ${others.join(', ')}).${choice}`
  ]
}

/**
 * Reports the measured port of every server of a session. Ports differ between rounds; the last round is shown.
 *
 * @param {Record<string, { file: string }>} about by the server's id
 * @param {import('../types/pipeline').Sample[]} samples
 * @returns {string[]} one line for each server that opened several ports
 */
function formatPortsOf (about, samples) {
  return Object.entries(about).flatMap(function ([id, { file }]) {
    const ports = samples.findLast(({ subject }) => subject === id)?.ports
    return ports ? formatPorts({ file, address: `port ${ports.measured}`, ports }) : []
  })
}

module.exports = { formatPorts, formatPortsOf }
