'use strict'

const { noticeableCores } = require('../../verdict/thresholds')

const FULL = 0.95

/** @type {import('../../types/checkup').Judge} */
module.exports = {
  name: 'host-bound',
  judge ({ hostBusyShare, othersShare, runQueueShare, cores }) {
    if (!(hostBusyShare >= FULL && othersShare >= noticeableCores(cores))) return null
    return {
      sentence: 'The machine is the bottleneck: other programs, or children of the server, take its cores.',
      evidence: [
        {
          what: `of the ${cores} cores were in use`,
          value: hostBusyShare,
          unit: 'share',
          threshold: FULL,
          why: 'What is left is what switching between programs costs.'
        },
        {
          what: 'CPU of other programs',
          value: othersShare,
          unit: 'cores',
          threshold: noticeableCores(cores),
          why: 'On a quiet machine, other programs take less than half a core, or less than a tenth of many cores.'
        },
        {
          what: 'of the time that the main thread was ready to run, it got no core',
          value: runQueueShare,
          unit: 'share'
        }
      ]
    }
  }
}
