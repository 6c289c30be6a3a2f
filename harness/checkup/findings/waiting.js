'use strict'

const LOOP = 0.8
const CPU = 0.9
const GENERATOR = 0.8
const SLOW_MS = 10

/** @type {import('../records').Judge} */
module.exports = {
  name: 'waiting',
  judge ({ loopUtilization, cpuShare, generatorUtilization, latencyMs, resources }) {
    const idle = loopUtilization < LOOP && cpuShare < CPU && generatorUtilization < GENERATOR
    if (!(idle && latencyMs.p50 >= SLOW_MS)) return null
    return {
      sentence: 'The server waits: neither it nor the load is busy, and answers still take long.',
      evidence: [
        { what: 'median latency (ms)', value: latencyMs.p50, limit: SLOW_MS, why: 'Less than that is fast.' },
        { what: 'event-loop utilisation', value: loopUtilization, limit: LOOP, why: 'The loop has time to spare.' },
        { what: 'CPU of the process (cores)', value: cpuShare, limit: CPU, why: 'Less than one core is busy.' },
        ...Object.entries(resources).map(([name, count]) => ({ what: `${name} open`, value: count }))
      ]
    }
  }
}
