'use strict'

const { once } = require('events')
const { spawn } = require('child_process')
const os = require('os')
const { toSubject } = require('hot-path/testing')
const { USUAL_PORT, environmentOf, quote } = require('hot-path/command')

/** @type {import('hot-path').Command} */
module.exports = {
  name: 'serve',
  usage: '<subject>',
  summary: 'Start the server only, until Ctrl-C',
  options: ['port'],
  defaults: { port: USUAL_PORT },
  positionals: [1, 1],
  startsServer: true,
  async run ([name], { port, args: given, config }) {
    const subject = toSubject(name, { args: given, config })
    const { file, entry, nodeOptions = [], args = [], env, cwd } = subject
    console.error(`Equivalent command:\n\n  PORT=${port} ${environmentOf(subject)}node ${[...nodeOptions, file, ...args].map(quote).join(' ')}\n`)
    const server = spawn(process.execPath, [...nodeOptions, entry, ...args], {
      cwd,
      env: { HOST: '127.0.0.1', ...process.env, PORT: String(port), ...env },
      stdio: 'inherit'
    })
    let isTold = false
    // The terminal sends Ctrl-C to the server, too; other signals have to be forwarded.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.removeAllListeners(signal).on(signal, function () {
        isTold = true
        server.kill(/** @type {NodeJS.Signals} */ (signal))
      })
    }
    const [status, signal] = await once(server, 'exit')
    if (!signal) return status
    if (isTold) return 0
    console.error(`hot-path: ${file} was ended by ${signal}.`)
    return 128 + os.constants.signals[/** @type {NodeJS.Signals} */ (signal)] // as in a shell
  }
}
