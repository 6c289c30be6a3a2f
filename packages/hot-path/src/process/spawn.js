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
 * Starts a server, or an instrument that wraps it, with the preload script.
 *
 * @param {import('../types/pipeline').Subject} subject
 * @param {import('./find-port').Given} given
 * @param {import('../types/process').StartOptions} options
 * @returns {Promise<{ child: import('child_process').ChildProcess, channel: import('./channel').Channel, log: string
 *   }>} the process, the control channel to the preload script, and the log file with the output
 * @throws {OperationalError} if the system cannot start it
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
    // Ignore write errors: the exit status shows whether the input was read.
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
 * @param {import('./find-port').Given} given
 * @param {import('../types/process').StartOptions & { output: number, line: { port: number, token: string } }} options
 * @returns {[string, string[], import('child_process').SpawnOptions]}
 */
function commandOf (subject, given, options) {
  const { directory, through, processMetrics = false, anyPort = false, fromStart = null, output, line } = options
  const { nodeOptions = [], entry, args = [], cwd = process.cwd() } = subject
  /** @type {import('../types/agent').GivenRun} */
  const run = {
    ...line,
    parent: process.pid, // an instrument that wraps the server passes its own
    cwd,
    anyPort,
    givenPort: given.isOurs ? given.port : 0,
    hasMetrics: processMetrics,
    fromStart
  }
  // Load the preload script first: what a start script requires may start processes, or install a transpiler.
  const nodeArguments = ['--require', PRELOAD, ...nodeOptions, entry, ...args]
  return [
    subject.node ?? process.execPath,
    through ? through(nodeArguments) : nodeArguments,
    {
      cwd: through ? directory : cwd,
      env: {
        ...process.env,
        // Without load, a program runs as if it had been started by hand.
        ...((!fromStart || !given.isOurs) && { PORT: String(given.port), HOST: LOOPBACK }),
        ...subject.env,
        HOT_PATH_RUN: JSON.stringify(run)
      },
      // Servers get an open pipe, because some exit when standard input closes. The recorder process does so, too: it
      // means that hot-path has ended. A job may read its input to the end, so it gets an empty one.
      stdio: [fromStart ? 'ignore' : 'pipe', output, output]
    }
  ]
}

/** @type {Record<string, string>} */
const REASONS = {
  E2BIG: 'its arguments and environment are too long for the system',
  EAGAIN: 'the system allows no more processes (see ulimit -u)',
  EMFILE: REMEDIES.EMFILE,
  ENFILE: 'too many files are open on this machine',
  ENOMEM: 'the machine is out of memory'
}

/**
 * @param {unknown} err error of spawn
 * @param {import('../types/pipeline').Subject} subject
 * @returns {unknown} an OperationalError if the reason is known, else `err`
 */
function cannotStart (err, { file, cwd = '.', node = process.execPath }) {
  const { code = '' } = /** @type {NodeJS.ErrnoException} */ (err)
  const missing = fs.existsSync(cwd) ? `${node} does not exist` : `the folder ${cwd} does not exist`
  const why = code === 'ENOENT' ? missing : REASONS[code]
  return why ? new OperationalError(`${file} cannot be started: ${why}.`, { cause: err }) : err
}

module.exports = { cannotStart, spawnSubject }
