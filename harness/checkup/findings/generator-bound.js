'use strict'

const { doubtsOf } = require('../../doubts')

const BUSY = 0.8
const NEARLY = 0.7
const BUSIER = 1.25
const FULL = 0.95

/** @type {import('../records').Judge} */
module.exports = {
  name: 'generator-bound',
  judge ({ driver, generatorUtilization, loopUtilization }) {
    const doubt = doubtsOf(/** @type {any} */ ({ subject: 'the server', driver, generatorUtilization, loopUtilization, requests: 1, errors: 0, non2xx: 0, serverCpuUsPerRequest: 1 }), { cores: Infinity })
      .find(({ name }) => name === 'generator-bound')
    // With few connections each of the two waits for the other, and neither is full. Of the two the busier one is the limit:
    // for the same requests it takes longer (the utilisation law; Lazowska et al., Quantitative System Performance, 1984).
    const isBusier = generatorUtilization >= NEARLY && generatorUtilization >= BUSIER * loopUtilization
    if (!doubt && !isBusier) return null
    return {
      sentence: 'The load generator is the limit: the server could do more.',
      evidence: [
        { what: `event-loop utilisation of ${driver}`, value: generatorUtilization, limit: isBusier ? NEARLY : BUSY, why: 'A closed loop slows its server before its own thread is full (docs/drivers.md).' },
        { what: 'the same, over that of the server', value: generatorUtilization / loopUtilization, ...isBusier ? { limit: BUSIER, why: 'For the same requests, the busier of the two takes longer.' } : {} },
        { what: 'event-loop utilisation of the server', value: loopUtilization, limit: FULL, why: 'It has time to spare.' }
      ]
    }
  }
}
