'use strict'

const { BUSY, FULL, isGeneratorBound, remedyOf } = require('../../verdict/validity')

// Measured on a temporarily slow machine, with few connections in a closed loop and the generator certainly the
// bottleneck: generator 75 % busy, server 51 %. Healthy servers are busier than their generator.
const NEARLY = 0.7
const BUSIER = 1.25

const LOCUST = 'locust'
const MEANS = ['The load generator is saturated, or far busier than the server. It limits the throughput.']
const CPU_PER_REQUEST = 'Or compare CPU per request, which the load generator does not limit.'
const TIMES = /** @type {const} */ ('times')

/** @type {import('../../types/checkup').Judge} */
module.exports = {
  name: 'generator-bound',
  condition: 'The load generator saturates before the server, or is by far the busier of the two.',
  means: MEANS,
  next: [
    '`npx hot-path compare <server> --driver=wrk` uses a load generator that needs less CPU. It does not support HTTP/2.',
    CPU_PER_REQUEST
  ],
  advice ({ driver }) {
    if (driver !== LOCUST) return null
    return { means: MEANS, next: [remedyOf(driver), CPU_PER_REQUEST] }
  },
  judge ({ driver, cores, generatorUtilization, loopUtilization }) {
    const isFull = isGeneratorBound(/** @type {any} */ ([{ driver, generatorUtilization, loopUtilization }]), { cores })
    // With few connections, server and generator wait for each other, and neither saturates. The busier of the two is
    // the bottleneck: it takes longer for the same requests (the utilisation law; Lazowska et al., Quantitative System
    // Performance, 1984).
    const isBusier = generatorUtilization >= NEARLY && generatorUtilization >= BUSIER * loopUtilization
    if (!isFull && !isBusier) return null
    return {
      sentence: 'The load generator is the bottleneck: the server could do more.',
      explainable: true,
      evidence: [
        {
          what: driver === LOCUST ? 'CPU use of the busiest worker of Locust' : `event-loop utilisation of ${driver}`,
          value: generatorUtilization,
          unit: 'share',
          threshold: isFull ? BUSY : NEARLY,
          why: 'A closed-loop load generator limits throughput before its own thread is saturated (docs/method.md).'
        },
        ...(isFull
          ? []
          : [
              {
                what: 'utilisation of the load generator, relative to the event-loop utilisation of the server',
                value: generatorUtilization / loopUtilization,
                unit: TIMES,
                threshold: BUSIER,
                why: 'The busier of the two spends more time on the same requests.'
              }
            ]),
        {
          what: 'event-loop utilisation of the server',
          value: loopUtilization,
          unit: 'share',
          threshold: FULL,
          why: 'Below this, the server has time to spare.'
        }
      ]
    }
  }
}
