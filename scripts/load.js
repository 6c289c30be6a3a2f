'use strict'

const { once } = require('events')
const net = require('net')
const autocannon = require('autocannon')
const { Fault } = require('../harness/fault')
const { run } = require('../harness/drivers/autocannon')
const { toWorkload } = require('../harness/workload')
const { autocannonCommand } = require('../harness/instruments/command')
const { USUAL_PORT } = require('./option-list')
const { progress } = require('./progress')
const { printRecord } = require('./record')
const { toSubject } = require('./subjects')

/** @type {import('./commands').Command} */
module.exports = {
  name: 'load',
  usage: '<subject>',
  summary: "only the load, on what `serve` started, with autocannon's table",
  options: ['connections', 'duration', 'path', 'port', 'json'],
  defaults: { port: USUAL_PORT },
  positionals: [1, 1],
  async run ([name], values) {
    const subject = toSubject(name, values)
    const workload = toWorkload(subject, { connections: values.connections, durationSeconds: values.duration })
    if (workload.pace) throw new Fault(`${name} wants a load at a fixed pace, which autocannon does not put on. See: npx hot-path compare ${name}`)
    const address = { host: '127.0.0.1', port: values.port }
    await assertListening(address, name)
    console.error(`By hand:\n\n  npx ${autocannonCommand(workload, address.port)}\n`)

    const shown = progress(process.stderr)
    const result = await run(address, workload, { onProgress: (fraction) => shown.update('load', fraction) }).finally(shown.end)
    if (values.json) printRecord('load', { subject: subject.id, ...result })
    else console.log(autocannon.printResult(result, {}))
    return 0
  }
}

/**
 * @param {import('../harness/records').Address} address
 * @param {string} name
 */
async function assertListening ({ host, port }, name) {
  const socket = net.connect(port, host)
  try {
    await once(socket, 'connect')
  } catch (err) {
    throw new Fault(`nothing listens on ${host}:${port}. Start it in another terminal: npm run serve ${name}`, { cause: err })
  } finally {
    socket.destroy()
  }
}
