'use strict'

const { computing } = require('../places')
const { blocked, blockedShare } = require('../blocks')

const THRESHOLD = 0.5
// Above what the kernel takes to send an answer.
const BLOCKED_MS = 0.2

/** @type {import('../records').Judge} */
module.exports = {
  name: 'sync-io',
  looks: ['cpu'],
  places: (looks, _, options) => computing(looks, options),
  judge (window) {
    const found = blocked(window, {
      thresholdMs: BLOCKED_MS,
      why: 'A thread that has work and does not compute wastes all of that time.'
    })
    if (!found || !(blockedShare(window) >= THRESHOLD)) return null
    return {
      sentence:
        'The event loop is blocked, but JavaScript hardly computes: the main thread waits for a synchronous call.',
      explainable: found.explainable,
      evidence: [
        {
          what: 'of the time that the main thread was busy, no JavaScript computed',
          value: blockedShare(window),
          unit: 'share',
          threshold: THRESHOLD,
          why: 'For the larger part of that time the thread slept, or the kernel worked for it.'
        },
        {
          what: 'of the time that the main thread was busy, the kernel worked for it',
          value: window.systemShare,
          unit: 'share'
        },
        ...found.evidence
      ]
    }
  }
}
