'use strict'

const { BUSY, FULL, isGeneratorBound } = require('../../verdict/validity')

// Measured on a temporarily slow machine, with few connections in a closed loop and the generator certainly the
// bottleneck: generator 75 % busy, server 51 %. Healthy servers are busier than their generator.
const NEARLY = 0.7
const BUSIER = 1.25

const TIMES = /** @type {const} */ ('times')

/** @type {import('../../types/checkup').Judge} */
module.exports = {
  name: 'generator-bound',
  condition: 'The load generator is saturated before the server, or is by far the busier of the two.',
  means: [
    "The load generator has no time left, or far less than the server: the throughput is the generator's."
  ],
  next: [
    '`npx hot-path compare <server> --driver=wrk` puts on a load that takes less CPU.',
    'Or compare CPU per request, which the generator does not limit.'
  ],
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
          what: `event-loop utilisation of ${driver}`,
          value: generatorUtilization,
          unit: 'share',
          threshold: isFull ? BUSY : NEARLY,
          why: 'A closed loop slows its server before its own thread is full (docs/method.md).'
        },
        ...(isFull
          ? []
          : [
              {
                what: 'the event-loop utilisation of the generator, compared with that of the server',
                value: generatorUtilization / loopUtilization,
                unit: TIMES,
                threshold: BUSIER,
                why: 'For the same requests, the busier of the two takes longer.'
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
