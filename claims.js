'use strict'

/**
 * Every sentence about performance that the texts make, as data. `npm run claims` checks them all in one session;
 * the texts take their numbers from the session that was saved (`npm run claims -- --save && npm run docs`).
 *
 * @type {import('./harness/verdict').Claim[]}
 */
module.exports = [
  {
    id: 'fix-pays',
    text: 'Fixing the listener multiplies the throughput by 20 or more.',
    metric: 'requestsPerSecond',
    subject: '02-fixed-listener',
    over: '01-slow',
    least: 20,
    why: 'The article saw 200. The factor grows with the length of the run, and ours are short; a tenth of it is still the lesson.'
  },
  {
    id: 'optimise-pays',
    text: 'Taking hashing and serialising off the hot path multiplies the throughput by 1.6 or more.',
    metric: 'requestsPerSecond',
    subject: '03-optimized',
    over: '02-fixed-listener',
    least: 1.6,
    why: 'The article saw 1.66.'
  },
  {
    id: 'near-ceiling',
    text: 'Step 3 needs at most twice the CPU per request of a bare node:http server.',
    metric: 'serverCpuUsPerRequest',
    subject: '03-optimized',
    over: 'ceiling',
    most: 2,
    why: 'A framework may cost as much as the work itself, and no more. CPU, because the load generator is full before the bare server is.'
  },
  {
    id: 'slow-grows',
    text: "Step 1's cost per request grows while it serves: by 10 % or more from the first half of a sample to the second.",
    metric: 'costGrowth',
    subject: '01-slow',
    least: 1.1,
    why: 'The n-th request runs n listeners. 10 % is far beyond what noise does to the halves of one sample.'
  },
  {
    id: 'fixed-steady',
    text: "Step 2's cost per request does not grow while it serves: by 10 % at most.",
    metric: 'costGrowth',
    subject: '02-fixed-listener',
    most: 1.1,
    why: 'The same line, seen from the other side.'
  },
  {
    id: 'fixed-keeps-nothing',
    text: 'Step 2 keeps at most 64 bytes of memory for each request it has served.',
    metric: 'retainedBytesPerRequest',
    subject: '02-fixed-listener',
    most: 64,
    why: 'One leaked function object is 64 bytes. Below that, nothing is kept for each request.'
  }
]
