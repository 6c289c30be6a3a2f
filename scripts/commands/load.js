'use strict'

const autocannon = require('autocannon')
const { OperationalError } = require('hot-path')
const { isListening, runAutocannon: run, toSubject, toWorkload, withoutSecretQuery } = require('hot-path/testing')
const { OF_REQUESTS, USUAL_PORT, autocannonCommand, printRecord, progress } = require('hot-path/command')

/** @type {import('hot-path').Command} */
module.exports = {
  name: 'load',
  usage: '<subject>',
  summary: "Apply load to a server started with `serve`, and print autocannon's table",
  options: ['connections', 'duration', ...OF_REQUESTS, 'port', 'json'],
  defaults: { port: USUAL_PORT },
  positionals: [1, 1],
  async run ([name], values) {
    const subject = toSubject(name, values)
    const workload = toWorkload(subject, { connections: values.connections, durationSeconds: values.duration })
    if (workload.pace) {
      throw new OperationalError(
        `${name} wants a load at a fixed pace, which autocannon does not put on. See: npx hot-path compare ${name}`
      )
    }
    const address = { host: '127.0.0.1', port: values.port }
    if (!(await isListening(address))) {
      throw new OperationalError(
        `nothing listens on ${address.host}:${address.port}. Start it in another terminal: npx hot-path serve ${name}`
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
