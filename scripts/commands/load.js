'use strict'

const autocannon = require('autocannon')
const { OperationalError } = require('hot-path')
const { conditions, hasIds, isListening, sequenceOf, toSubject, toWorkload, withoutSecretQuery } = require('hot-path/testing')
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
        `${name} is loaded at a constant rate, which autocannon does not support. Use: npx hot-path compare ${name}`
      )
    }
    const address = { host: '127.0.0.1', port: values.port }
    if (!(await isListening(address))) {
      throw new OperationalError(
        `nothing listens on ${address.host}:${address.port}. Start it in another terminal: npx hot-path serve ${name}`
      )
    }
    console.error(`Equivalent command:\n\n  npx ${autocannonCommand(workload, address.port)}\n`)

    const shown = progress(process.stderr)
    const result = await run(address, workload, (fraction) => shown.update('load', fraction)).finally(shown.end)
    if (values.json) printRecord('load', { subject: subject.id, ...result, url: withoutSecretQuery(result.url) })
    else console.log(autocannon.printResult(result, {}))
    return result.requests.total ? 0 : 3
  }
}

/**
 * Runs autocannon. Its figures exclude the requests in flight at the end.
 *
 * @param {import('hot-path').Address} address
 * @param {import('hot-path').Workload} workload
 * @param {(fraction: number) => void} onProgress
 * @returns {Promise<import('autocannon').Result>}
 */
async function run ({ host, port }, workload, onProgress) {
  const requests = sequenceOf(workload)
  /** @type {any} both a promise and an event emitter, which its types do not declare */
  const instance = autocannon({
    url: `http://${host}:${port}${workload.path}`,
    connections: workload.connections,
    duration: workload.durationSeconds,
    headers: await conditions({ host, port }, workload),
    requests: /** @type {any} its types do not declare all methods */ (requests),
    idReplacement: requests.some(hasIds),
    // If error responses are expected, latency is that of the other responses. A 304 is not an error response.
    excludeErrorStats: workload.expects !== undefined && !workload.revalidate
  })
  let seconds = 0
  instance.on('tick', () => onProgress(Math.min(1, ++seconds / workload.durationSeconds)))
  return instance
}
