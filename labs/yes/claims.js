'use strict'

/**
 * The claims of this lab about its writers, each with the reason for its threshold (see claims.js in the root).
 *
 * @type {import('hot-path').Claim[]}
 */
module.exports = [
  {
    id: 'buffers-pay',
    text: 'A buffer, and a loop that stops when it is told to, are at least 100 times as fast as a line at a time.',
    metric: 'bytesPerSecond',
    subject: '4-drain',
    over: '2-write',
    least: 100,
    why: 'Two orders of magnitude: less would be no story to tell.'
  },
  {
    id: 'overrun-stalls',
    text: 'The loop that never asks runs dry: in the last quarter of its time it writes less than a twentieth of what a quarter would be.',
    metric: 'endShare',
    subject: '3-buffer',
    most: 0.05,
    why: 'It has stopped when next to nothing comes any more.'
  },
  {
    id: 'keeps-up',
    text: 'The best writer in Node keeps up with the yes of this system: it has at least three quarters of its rate.',
    metric: 'bytesPerSecond',
    subject: 'yes-node',
    over: 'gnu',
    least: 0.75,
    why: 'Both have the system copy memory, and nothing else. Which of them is ahead changes from hour to hour on one machine, so a threshold of 1 would toss a coin. A quarter behind is more than the hour does, and less than any fault that this lab teaches.'
  }
]
