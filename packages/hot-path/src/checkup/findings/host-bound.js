'use strict'

const { noticeableCores } = require('../../verdict/thresholds')

const FULL = 0.95

/** @type {import('../../types/checkup').Judge} */
module.exports = {
  name: 'host-bound',
  condition: 'Other programs take the cores.',
  means: [
    'All cores are in use, and programs that are neither the server nor the load take a good part. Every figure here suffers from it, and a server that has to wait for a core can look as if it waited, or as if its event loop were blocked: such findings stand below this one, as what cannot be told apart from it.'
  ],
  next: [
    '`top` shows who it is. Stop it, or measure on another machine.',
    'Ratios between two servers in one session (`npx hot-path compare`) survive a neighbour; requests per second do not.'
  ],
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
