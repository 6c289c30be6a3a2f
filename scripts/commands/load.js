'use strict'

const autocannon = require('autocannon')
const { isListening } = require('hot-path/process/address')
const { OperationalError } = require('hot-path/util/errors')
const { run } = require('hot-path/load/autocannon')
const { withoutSecretQuery } = require('hot-path/load/requests')
const { toWorkload } = require('hot-path/load/workload')
const { autocannonCommand } = require('hot-path/instruments/equivalent-command')
const { OF_REQUESTS, USUAL_PORT } = require('hot-path/cli/option-list')
const { progress } = require('hot-path/cli/terminal')
const { printRecord } = require('hot-path/report/record')
const { toSubject } = require('hot-path/config/subjects')

/** @type {import('hot-path/cli/command').Command} */
module.exports = {
  name: 'load',
  usage: '<subject>',
  summary: "only the load, on what `serve` started, with autocannon's table",
  options: ['connections', 'duration', ...OF_REQUESTS, 'port', 'json'],
  defaults: { port: USUAL_PORT },
  positionals: [1, 1],
  async run ([name], values) {
    const subject = toSubject(name, values)
    const workload = toWorkload(subject, { connections: values.connections, durationSeconds: values.duration })
    if (workload.pace) {
      throw new OperationalError(
        `${name} wants a load at a fixed pace, which autocannon does not put on. See: npm run compare ${name}`
      )
    }
    const address = { host: '127.0.0.1', port: values.port }
    if (!(await isListening(address))) {
      throw new OperationalError(
        `nothing listens on ${address.host}:${address.port}. Start it in another terminal: npm run serve ${name}`
      )
    }
    console.error(`By hand:\n\n  npx ${autocannonCommand(workload, address.port)}\n`)

    const shown = progress(process.stderr)
    const result = await run(address, workload, { onProgress: (fraction) => shown.update('load', fraction) }).finally(
      shown.end
    )
    if (values.json) printRecord('load', { subject: subject.id, ...result, url: withoutSecretQuery(result.url) })
    else console.log(autocannon.printResult(result, {}))
    return result.requests.total ? 0 : 3
  }
}
