'use strict'

const FULL = 0.95
const STRANGERS = 0.5

/** @type {import('../records').Judge} */
module.exports = {
  name: 'host-bound',
  judge ({ hostBusyShare, strangersShare, inLineShare, cores }) {
    if (!(hostBusyShare >= FULL && strangersShare >= STRANGERS)) return null
    return {
      sentence: 'The machine is the limit: other programs, or children of the server, take its cores.',
      evidence: [
        { what: `share of all ${cores} cores in use`, value: hostBusyShare, limit: FULL, why: 'What is left is what switching between programs costs.' },
        { what: 'CPU of other programs (cores)', value: strangersShare, limit: STRANGERS, why: 'Half a core is more than a quiet machine takes.' },
        { what: 'share of its busy time that the main thread stood in line for a core', value: inLineShare }
      ]
    }
  }
}
