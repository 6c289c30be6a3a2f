'use strict'

const { blocked, blockedShare } = require('../blocks')

const THRESHOLD = 0.5
const BLOCKED_MS = 2

/** @type {import('../records').Judge} */
module.exports = {
  name: 'event-loop',
  judge (window) {
    const found = blocked(window, {
      thresholdMs: BLOCKED_MS,
      why: 'At 2 ms for each request, one core serves 500 requests per second at most.'
    })
    if (!found || blockedShare(window) >= THRESHOLD) return null
    return {
      sentence: 'The main thread computes, and every other request waits for it.',
      explainable: found.explainable,
      evidence: [
        ...found.evidence,
        { what: 'event-loop utilisation', value: window.loopUtilization, unit: 'share' },
        { what: 'CPU of the main thread', value: window.mainCpuShare, unit: 'cores' }
      ]
    }
  }
}
