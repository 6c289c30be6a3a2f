'use strict'

const path = require('path')

// One request in a hundred wants something expensive. The others should not notice.
const rareAndExpensive = { pace: { requestsPerSecond: 200, beside: { path: '/expensive', requestsPerSecond: 2 } } }

// More than step 1 can bear, and it does not wait for the answers: people do not, either. 503 is a fair answer.
const tooMuch = { pace: { requestsPerSecond: 200 }, expects: [503] }

/**
 * Everything of ours that can be started and measured. A number is short for a step; `load` is what is particular
 * about the load; `lesson` marks what the lesson is about. What has no `path` is a script that runs by itself.
 *
 * @type {{ id: string, number?: string, title: string, file: string, path?: string, lesson?: boolean,
 *   load?: import('./harness/records').Subject['load'] }[]}
 */
const catalog = [
  {
    id: '01-slow',
    number: '1',
    title: 'the slow server',
    file: 'steps/01-slow/index.js',
    path: '/seed/v1',
    load: { leastSeconds: 1.3 },
    lesson: true
  },
  {
    id: '02-fixed-listener',
    number: '2',
    title: 'the listener leak fixed',
    file: 'steps/02-fixed-listener/index.js',
    path: '/seed/v1',
    lesson: true
  },
  {
    id: '03-optimized',
    number: '3',
    title: 'the hot path optimised',
    file: 'steps/03-optimized/index.js',
    path: '/seed/v1',
    lesson: true
  },
  {
    id: 'ceiling',
    title: 'the same contract on bare node:http, the most it allows',
    file: 'experiments/ceiling/index.js',
    path: '/seed/v1',
    lesson: true
  },
  {
    id: 'noop-listener',
    title: 'step 1 with an empty listener',
    file: 'experiments/noop-listener/index.js',
    path: '/seed/v1',
    load: { afterRequests: 15_000 }
  },
  {
    id: 'trace-warnings',
    title: 'step 1 without the line that silences the warning',
    file: 'experiments/trace-warnings/index.js',
    path: '/seed/v1'
  },
  {
    id: 'overload-unprotected',
    title: 'step 1 under more load than it can bear',
    file: 'steps/01-slow/index.js',
    path: '/seed/v1',
    load: { ...tooMuch, leastSeconds: 2 }
  },
  {
    id: 'overload-protection',
    title: 'step 1 that says 503 when its event loop is late',
    file: 'experiments/overload-protection/index.js',
    path: '/seed/v1',
    load: { ...tooMuch, leastSeconds: 2 }
  },
  {
    id: 'overload-protection-healthy',
    title: 'step 3 behind the same protection',
    file: 'experiments/overload-protection/healthy.js',
    path: '/seed/v1',
    load: tooMuch
  },
  {
    id: 'blocked-timer',
    title: 'how late is a timer behind synchronous work?',
    file: 'experiments/blocked-timer/index.js'
  },
  {
    id: 'offload-in-loop',
    title: 'a rare expensive route, computed in the event loop',
    file: 'experiments/offload/in-loop.js',
    path: '/cheap',
    load: rareAndExpensive
  },
  {
    id: 'offload-worker-pool',
    title: 'the same, computed in a worker thread',
    file: 'experiments/offload/worker-pool.js',
    path: '/cheap',
    load: rareAndExpensive
  },
  {
    id: 'offload-other-process',
    title: 'the same, computed in another process',
    file: 'experiments/offload/other-process.js',
    path: '/cheap',
    load: rareAndExpensive
  },
  {
    id: 'conditional-get',
    title: 'step 3 for clients that have the answer already: 304',
    file: 'experiments/conditional-get/index.js',
    path: '/seed/v1',
    load: { revalidate: true, expects: [304] }
  },
  {
    id: 'fastify',
    title: 'the same contract on Fastify',
    file: 'experiments/fastify/index.js',
    path: '/seed/v1'
  },
  {
    id: 'restify-tuned',
    title: 'the same contract on restify, without what it lets you avoid',
    file: 'experiments/restify-cost/tuned.js',
    path: '/seed/v1'
  },
  {
    id: 'restify-first',
    title: 'the same contract, answered before restify begins',
    file: 'experiments/restify-cost/first.js',
    path: '/seed/v1'
  },
  {
    id: 'logging-console',
    title: 'step 3 with console.log for each request',
    file: 'experiments/logging/console.js',
    path: '/seed/v1'
  },
  {
    id: 'logging-pino',
    title: 'step 3 with pino for each request',
    file: 'experiments/logging/pino.js',
    path: '/seed/v1'
  },
  {
    id: 'logging-pino-worker',
    title: 'step 3 with pino for each request, written by a worker thread',
    file: 'experiments/logging/pino-worker.js',
    path: '/seed/v1'
  }
]

/**
 * Every entry with the absolute path of its file.
 *
 * @type {((typeof catalog)[0] & { entry: string })[]}
 */
module.exports = catalog.map((entry) => ({ ...entry, entry: path.join(__dirname, entry.file) }))
