'use strict'

const path = require('path')
const { counted } = require('../base/sentence')
const { aboutSeconds } = require('../comparison/plan')
const { measure } = require('../measure/session')
const { progress } = require('./progress')

// Who waits for longer wants to know beforehand.
const LONG_SECONDS = 30

/**
 * Says on stderr how long something takes, where that is long.
 *
 * @param {number} seconds
 */
function sayHowLong (seconds) {
  if (seconds <= LONG_SECONDS) return
  const minutes = Math.round(seconds / 60)
  console.error(`... it takes about ${seconds < 100 ? `${10 * Math.round(seconds / 10)} seconds` : counted(minutes, 'minute')}`)
}

/**
 * Measures a session. Shows on stderr how far it is and, where it has no budget, about how long it takes.
 *
 * @param {import('../records').Subject[]} subjects
 * @param {import('../measure/session').Plan} plan
 */
async function measureShown (subjects, plan) {
  if (plan.budgetSeconds === undefined) sayHowLong(aboutSeconds(subjects, plan))
  const shown = progress(process.stderr)
  return measure(subjects, plan, {
    reports: path.resolve('reports'),
    onProgress: (fraction) => shown.update('measure', fraction)
  }).finally(shown.end)
}

module.exports = { measureShown, sayHowLong }
