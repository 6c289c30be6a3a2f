'use strict'

const { doubtsOf } = require('../../doubts')

/** @type {import('../records').Judge} */
module.exports = {
  name: 'generator-bound',
  judge ({ driver, generatorUtilization, loopUtilization }) {
    const doubt = doubtsOf(/** @type {any} */ ({ subject: 'the server', driver, generatorUtilization, loopUtilization, requests: 1, errors: 0, non2xx: 0, serverCpuUsPerRequest: 1 }), { cores: Infinity })
      .find(({ name }) => name === 'generator-bound')
    if (!doubt) return null
    return {
      sentence: 'The load generator is the limit: the server could do more.',
      evidence: [
        { what: `event-loop utilisation of ${driver}`, value: generatorUtilization, limit: 0.8, why: 'A closed loop slows its server before its own thread is full (docs/drivers.md).' },
        { what: 'event-loop utilisation of the server', value: loopUtilization, limit: 0.95, why: 'It has time to spare.' }
      ]
    }
  }
}
