'use strict'

/**
 * The claims of this lab about its writers, each with the reason for its threshold (see claims.js in the root).
 *
 * @type {import('hot-path').Claim[]}
 */
module.exports = [
  {
    id: 'buffers-pay',
    text: 'Buffered writes with back-pressure are at least 100 times as fast as one write per line.',
    metric: 'bytesPerSecond',
    subject: '4-drain',
    over: '2-write',
    least: 100,
    why: 'Two orders of magnitude: a smaller gain would not need a lab to see it.'
  },
  {
    id: 'overrun-stalls',
    text: 'Without back-pressure, writing stalls: the last quarter of the time has less than 5 % of the bytes of an average quarter.',
    metric: 'endShare',
    subject: '3-buffer',
    most: 0.05,
    why: 'Below 5 % of the average rate, the writer has practically stopped.'
  },
  {
    id: 'keeps-up',
    text: 'The fastest Node writer reaches at least three quarters of the rate of the yes of this system.',
    metric: 'bytesPerSecond',
    subject: 'yes-node',
    over: 'gnu',
    least: 0.75,
    why: 'Both only make the system copy memory. Which is faster changes from hour to hour on one machine, so a threshold of 1 would be a coin toss. A quarter is more than that variation, and less than any mistake that this lab shows.'
  }
]
