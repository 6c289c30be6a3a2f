'use strict'

const fs = require('fs')
const path = require('path')
const { PRELOAD } = require('../agent')
const { OperationalError, REMEDIES } = require('../util/errors')
const { openChannel } = require('./channel')
const children = require('./children')
const { LOOPBACK } = require('./free-port')
const { keepSmall } = require('./log')

/**
 * Runs a subject, or an instrument around it, with the preload inside.
 *
 * @param {import('../types/pipeline').Subject} subject
 * @param {import('./port').Given} given
 * @param {import('../types/process').StartOptions} options
 * @returns {Promise<{ child: import('child_process').ChildProcess, channel: import('./channel').Channel, log: string
 *   }>} the process, the line to the preload, and the file that the output goes to
 * @throws {OperationalError} when the system does not start it
 */
async function spawnSubject (subject, given, options) {
  const log = path.join(options.directory, 'server.log')
  const output = fs.openSync(log, 'a')
  const channel = await openChannel().catch(function (err) {
    fs.closeSync(output)
    throw err
  })
  try {
    const child = children.start(...commandOf(subject, given, { ...options, output, line: channel.address }))
    child.once('exit', keepSmall(log))
    child.once('error', () => channel.close())
    // Its exit status tells whether it was read.
    child.stdin?.on('error', () => {})
    if (options.firstLine !== undefined) child.stdin?.write(`${options.firstLine}\n`)
    return { child, channel, log }
  } catch (err) {
    channel.close()
    throw cannotStart(err, subject)
  } finally {
    fs.closeSync(output)
  }
}

/**
 * @param {import('../types/pipeline').Subject} subject
 * @param {import('./port').Given} given
 * @param {import('../types/process').StartOptions & { output: number, line: { port: number, token: string } }} options
 * @returns {[string, string[], import('child_process').SpawnOptions]}
 */
function commandOf (subject, given, options) {
  const { directory, through, processMetrics = false, anyPort = false, fromStart = null, output, line } = options
  const { nodeOptions = [], entry, args = [], cwd = process.cwd() } = subject
  // What a start script loads before its server comes after us: it may start processes, and change the language.
  /** @type {import('../types/agent').GivenRun} */
  const run = {
    ...line,
    parent: process.pid, // an instrument around it says its own
    cwd,
    anyPort,
    givenPort: given.isOurs ? given.port : 0,
    hasMetrics: processMetrics,
    fromStart
  }
  const nodeArguments = ['--require', PRELOAD, ...nodeOptions, entry, ...args]
  return [
    subject.node ?? process.execPath,
    through ? through(nodeArguments) : nodeArguments,
    {
      cwd: through ? directory : cwd,
      env: {
        ...process.env,
        PORT: String(given.port),
        HOST: LOOPBACK,
        ...subject.env,
        HOT_PATH_RUN: JSON.stringify(run)
      },
      // Some servers end with their standard input, as a recorder process does: when that ends, we are gone. A job
      // reads it to its end.
      stdio: [fromStart ? 'ignore' : 'pipe', output, output]
    }
  ]
}

/** @type {Record<string, string>} */
const REASONS = {
  E2BIG: 'its arguments and its environment are too long for the system',
  EAGAIN: 'the system starts no more processes (see ulimit -u)',
  EMFILE: REMEDIES.EMFILE,
  ENFILE: 'too many files are open on this machine',
  ENOMEM: 'the machine has no memory left'
}

/**
 * @param {unknown} err of spawn
 * @param {import('../types/pipeline').Subject} subject
 * @returns {unknown} a sentence, where the system refused
 */
function cannotStart (err, { file, cwd = '.', node = process.execPath }) {
  const { code = '' } = /** @type {NodeJS.ErrnoException} */ (err)
  const missing = fs.existsSync(cwd) ? `${node} is not there` : `the folder ${cwd} is not there`
  const why = code === 'ENOENT' ? missing : REASONS[code]
  return why ? new OperationalError(`${file} cannot be started: ${why}.`, { cause: err }) : err
}

module.exports = { cannotStart, spawnSubject }
