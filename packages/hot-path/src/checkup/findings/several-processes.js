'use strict'

const { LEAST_SHARE, othersInside } = require('../../judge/several-processes')

/** @type {import('../records').Judge} */
module.exports = {
  name: 'several-processes',
  judge ({ ended, processes, threads, shareBelow }) {
    if (ended) return null
    const others = othersInside({ file: 'The server', processes, threads, shareBelow })
    if (others?.name !== 'several-processes' || others.spoils.length === 0) return null
    return {
      sentence: others.sentence,
      evidence: [
        { what: 'processes of the server', value: processes + 1 },
        {
          what: 'CPU time of the child processes over that of all of them',
          value: shareBelow,
          threshold: LEAST_SHARE,
          why: "With less, the first process does the work, and its figures are the server's."
        }
      ],
      alone: true
    }
  }
}
