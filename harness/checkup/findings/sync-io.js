'use strict'

const { blockedShare, held } = require('../held')

const LIMIT = 0.5
// Above what the kernel takes to send an answer.
const HELD_MS = 0.2

/** @type {import('../records').Judge} */
module.exports = {
  name: 'sync-io',
  judge (stretch) {
    const evidence = held(stretch, { limitMs: HELD_MS, why: 'A thread that has work and does not compute wastes all of it.' })
    if (!evidence || !(blockedShare(stretch) >= LIMIT)) return null
    return {
      sentence: 'The event loop is held, but JavaScript hardly computes: it waits for a synchronous call.',
      evidence: [
        { what: 'share of that time in which no JavaScript computed', value: blockedShare(stretch), limit: LIMIT, why: 'The larger part: the thread slept, or the kernel worked for it.' },
        { what: 'of this, inside the kernel (share of the busy time)', value: stretch.systemShare },
        ...evidence
      ]
    }
  }
}
