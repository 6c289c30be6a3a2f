'use strict'

const { blockedShare, held } = require('../held')

const LIMIT = 0.5
const HELD_MS = 2

/** @type {import('../records').Judge} */
module.exports = {
  name: 'event-loop',
  judge (stretch) {
    const evidence = held(stretch, { limitMs: HELD_MS, why: 'So one core serves 500 requests per second at most.' })
    if (!evidence || blockedShare(stretch) >= LIMIT) return null
    return {
      sentence: 'The main thread computes, and every other request waits for it.',
      evidence: [
        ...evidence,
        { what: 'event-loop utilisation', value: stretch.loopUtilization },
        { what: 'CPU of the main thread (cores)', value: stretch.mainCpuShare }
      ]
    }
  }
}
