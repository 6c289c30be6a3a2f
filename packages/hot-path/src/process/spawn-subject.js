'use strict'

const fs = require('fs')
const path = require('path')
const { openChannel } = require('./channel')
const children = require('./children')
const { LOOPBACK } = require('./free-port')

const PRELOAD = path.join(__dirname, 'inside', 'preload.js')

/**
 * Runs a subject, or an instrument around it, with the preload inside.
 *
 * @param {import('../records').Subject} subject
 * @param {import('./port-detection').Given} given
 * @param {import('./subject').StartOptions} options
 * @returns {Promise<{ child: import('child_process').ChildProcess, channel: import('./channel').Channel, log: string
 *   }>} the process, the line to the preload, and the file that the output goes to
 */
async function spawnSubject (
  subject,
  given,
  { directory, through, firstLine, processMetrics = false, anyPort = false, fromStart }
) {
  const channel = await openChannel()
  const log = path.join(directory, 'server.log')
  const output = fs.openSync(log, 'a')
  const { nodeOptions = [], entry, args = [], cwd = process.cwd() } = subject
  const nodeArguments = [...nodeOptions, '--require', PRELOAD, entry, ...args]
  const child = children.start(subject.node ?? process.execPath, through ? through(nodeArguments) : nodeArguments, {
    cwd: through ? directory : cwd,
    env: {
      ...process.env,
      PORT: String(given.port),
      HOST: LOOPBACK,
      ...channel.env,
      HOT_PATH_CWD: cwd,
      ...(processMetrics && { HOT_PATH_PROCESS_METRICS: 'yes' }),
      ...(anyPort && { HOT_PATH_ANY_PORT: 'yes' }),
      ...(fromStart && { HOT_PATH_FROM_START: JSON.stringify(fromStart) }),
      ...(given.isOurs && { HOT_PATH_GIVEN_PORT: String(given.port) }),
      ...subject.env
    },
    // A recorder process watches its standard input: when that ends, we are gone.
    stdio: [through ? 'pipe' : 'ignore', output, output]
  })
  fs.closeSync(output)
  if (firstLine !== undefined) child.stdin?.on('error', () => {}).write(`${firstLine}\n`) // its exit status tells
  return { child, channel, log }
}

module.exports = { spawnSubject }
