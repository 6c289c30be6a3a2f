'use strict'

const { OperationalError } = require('hot-path')
const { median, plainPlan, toSubject } = require('hot-path/testing')
const { counted, rounded } = require('hot-path/reporting')
const { OF_REQUESTS, formatPortsOf, isUnresponsive, measureShown, printRecord } = require('hot-path/command')

// A healthy server must not refuse requests: suggest twice its longest delay, rounded up to avoid false precision.
const ROOM = 2
const STEP_MS = 10

/** @type {import('hot-path').Command} */
module.exports = {
  name: 'threshold',
  usage: '<subject>',
  summary: 'Suggest an event-loop delay limit for overload protection',
  options: [...OF_REQUESTS, 'port', 'rounds', 'duration', 'connections', 'workers', 'driver', 'json'],
  defaults: { duration: '1' },
  positionals: [1, 1],
  startsServer: true,
  async run ([name], values) {
    const subject = toSubject(name, values)
    console.error(`Measuring ${subject.id} in ${counted(values.rounds, 'round')}, a fresh process in each.`)
    const { samples } = await measureShown([subject], plainPlan(values))
    if (isUnresponsive(samples)) {
      throw new OperationalError(`${subject.file} answered no requests. Check --path.`)
    }
    const delaysMs = samples.map(({ loopDelayMaxMs }) => loopDelayMaxMs)
    const maxEventLoopDelay = suggest(delaysMs)
    if (values.json) printRecord('threshold', { subject: subject.id, delaysMs, maxEventLoopDelay, samples })
    else {
      console.log(
        [...formatPortsOf({ [subject.id]: subject }, samples), format(delaysMs, maxEventLoopDelay, values)].join('\n')
      )
    }
    return 0
  }
}

/**
 * @param {number[]} delaysMs the longest delay in each round
 * @returns {number} suggested threshold, ms
 */
function suggest (delaysMs) {
  return STEP_MS * Math.ceil((ROOM * Math.max(...delaysMs)) / STEP_MS)
}

/**
 * @param {number[]} delaysMs
 * @param {number} maxEventLoopDelay
 * @param {Record<string, any>} values
 */
function format (delaysMs, maxEventLoopDelay, { connections }) {
  return [
    `The longest event-loop delay of each round, under ${connections} connections:`,
    `${rounded(median(delaysMs))} ms in the median round, ${rounded(Math.max(...delaysMs))} ms in the worst.`,
    '',
    `Suggestion: maxEventLoopDelay: ${maxEventLoopDelay}`,
    `That is ${ROOM} times the worst. With a lower limit, a healthy server would refuse`,
    'requests; with a much higher one, an overloaded server would keep them waiting.',
    'Measure with the load that you expect, on the machine that will serve it.'
  ].join('\n')
}
