'use strict'

const { noticeableCores } = require('../../verdict/thresholds')

const FULL = 0.95

/** @type {import('../../types/checkup').Judge} */
module.exports = {
  name: 'host-bound',
  condition: 'CPU contention: all cores are busy, and other programs use half a core or more (a tenth of many cores).',
  means: [
    'All cores are busy, and programs other than the server and the load generator use a large part of them. All figures here are affected. A server that has to wait for a core can look as if it waited for something else, or as if its event loop were blocked. Findings that this can explain are listed below, marked "possibly caused by host-bound".'
  ],
  next: [
    '`top` shows these programs. Stop them, or measure on another machine.',
    'CPU contention changes requests per second, but hardly the ratio of two servers in one session (`npx hot-path compare`).'
  ],
  judge ({ hostBusyShare, othersShare, runQueueShare, cores }) {
    if (!(hostBusyShare >= FULL && othersShare >= noticeableCores(cores))) return null
    return {
      sentence: 'The machine is the bottleneck: other programs, or child processes of the server, use its cores.',
      evidence: [
        {
          what: `CPU use of the machine, share of its ${cores} cores`,
          value: hostBusyShare,
          unit: 'share',
          threshold: FULL,
          why: 'Switching between programs takes the rest.'
        },
        {
          what: 'CPU of other programs',
          value: othersShare,
          unit: 'cores',
          threshold: noticeableCores(cores),
          why: 'On an idle machine, other programs use less than half a core, or less than a tenth of many cores.'
        },
        {
          what: 'waiting for a core, share of main-thread busy time',
          value: runQueueShare,
          unit: 'share'
        }
      ]
    }
  }
}
