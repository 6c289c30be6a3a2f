'use strict'

const fs = require('fs')
const path = require('path')
const {
  drive, findDriver, originOf, SourceMaps, start, toSubject, toWorkload, withRunDirectory
} = require('hot-path/testing')
const {
  OF_REQUESTS, autocannonCommand, environmentOf, formatPorts, isUnresponsive, printRecord, progress, serverCommand
} = require('hot-path/command')
const { readWarnings } = require('./process-warnings')

/** @type {import('hot-path').Command} */
module.exports = {
  name: 'trace-warnings',
  usage: '[subject]',
  summary: "Print Node's warnings under load, with their source locations",
  options: ['connections', 'duration', ...OF_REQUESTS, 'port', 'json'],
  startsServer: true,
  defaults: { duration: '2' },
  positionals: [0, 1],
  async run ([name = 'trace-warnings'], values) {
    const subject = toSubject(name, values)
    const workload = toWorkload(subject, { connections: values.connections, durationSeconds: values.duration })
    console.error(
      `Node's warnings of ${subject.id}, ${subject.title}. Equivalent commands, in two terminals:\n\n` +
        `  ${environmentOf(subject)}node --trace-warnings ${serverCommand(subject)}\n  npx ${autocannonCommand(workload, subject.port ?? 3000)}\n`
    )
    const { output, load, address, ports } = await outputUnderLoad(subject, workload)
    const warnings = new SourceMaps().asWritten(readWarnings(output))
    if (values.json) printRecord('trace-warnings', { subject: subject.id, address, ports, warnings })
    else {
      console.log(
        [
          ...(warnings.length ? warnings.map((warning) => format(warning) + '\n') : ['Node printed no warning.']),
          ...formatPorts({ file: subject.file, address, ports })
        ]
          .join('\n')
          .trimEnd()
      )
    }
    return isUnresponsive([load]) ? 3 : 0
  }
}

/**
 * @param {import('hot-path').Subject} subject
 * @param {import('hot-path').Workload} workload
 * @returns {Promise<{ output: string, load: import('hot-path').Load, address: string, ports:
 *   import('hot-path').Ports }>} output of the server, the load, and its address
 */
async function outputUnderLoad (subject, workload) {
  const options = [process.env.NODE_OPTIONS, '--trace-warnings'].filter(Boolean).join(' ')
  const shown = progress(process.stderr)
  return withRunDirectory(path.resolve('reports'), async function (directory) {
    const running = await start({ ...subject, env: { ...subject.env, NODE_OPTIONS: options } }, { directory })
    try {
      const driver = findDriver('built-in', workload)
      const load = await running.whileAlive(
        drive(driver, running.address, workload, { onProgress: (fraction) => shown.update('load', fraction) })
      )
      const where = { address: originOf(running.address).replace('http://', ''), ports: running.ports }
      await running.stop()
      return { load, ...where, output: fs.readFileSync(path.join(directory, 'server.log'), 'utf8') }
    } finally {
      await running.kill()
    }
  }).finally(shown.end)
}

/** @param {import('./process-warnings').Warning} warning */
function format ({ name, message, stack }) {
  const ours = stack.find(({ kind }) => kind === 'app')
  const lines = stack.map((frame) => `${frame === ours ? '->' : '  '} at ${frame.name} (${place(frame)})`)
  const pointer = ours ? [`First stack frame in the application's code: ${ours.name}, ${place(ours)}.`] : []
  return [`${name}: ${message}`, ...lines, ...pointer].join('\n')
}

/** @param {import('hot-path').Frame} frame */
function place ({ file, line }) {
  const near = file?.startsWith('node:') ? file : path.relative(process.cwd(), String(file))
  return `${near}:${line}`
}
