'use strict'

const { waiting } = require('../places')

const LOOP = 0.8
const CPU = 0.9
const GENERATOR = 0.8
const SLOW_MS = 10

/** @type {import('../records').Judge} */
module.exports = {
  name: 'waiting',
  looks: ['waits'],
  places: waiting,
  judge ({ loopUtilization, cpuShare, generatorUtilization, latencyMs, resources, connectionsTo }) {
    const idle = loopUtilization < LOOP && cpuShare < CPU && generatorUtilization < GENERATOR
    if (!(idle && latencyMs.p50 >= SLOW_MS)) return null
    return {
      sentence: 'The server waits: neither the server nor the load generator is busy, and answers still take long.',
      explainable: true,
      evidence: [
        { what: 'median latency', value: latencyMs.p50, unit: 'ms', threshold: SLOW_MS, why: 'Less than that is fast.' },
        {
          what: 'event-loop utilisation',
          value: loopUtilization,
          unit: 'share',
          threshold: LOOP,
          why: 'Below this, the event loop has time to spare.'
        },
        {
          what: 'CPU of the process',
          value: cpuShare,
          unit: 'cores',
          threshold: CPU,
          why: 'Below this, the process does not fill one core.'
        },
        ...connectionsTo.flatMap(({ address, count, busy }) => [
          { what: `connections to ${address} at most`, value: count },
          { what: 'of them busy, on average', value: busy }
        ]),
        ...Object.entries(resources).map(([name, count]) => ({ what: `${name} open`, value: count }))
      ]
    }
  }
}
