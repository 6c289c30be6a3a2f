'use strict'

// The configuration of hot-path for this project: its servers, claims and commands. See docs/config.md.

// One request in a hundred is expensive, and should not slow down the others. 2 s yield enough responses for a p99.
const rareAndExpensive = {
  leastSeconds: 2,
  pace: { requestsPerSecond: 200, beside: { path: '/expensive', requestsPerSecond: 2 } }
}

// More than step 1 can serve, sent without waiting for answers, as independent users do. 503 is an accepted answer.
const tooMuch = { leastSeconds: 2, pace: { requestsPerSecond: 300 }, expects: [503] }

// Each request makes the server slower, so it is measured from its start, for as long as in chapter 2 of WORKSHOP.md.
const slowerAndSlower = { fresh: true, leastSeconds: 10 }

/** @type {import('hot-path').Config['subjects']} */
const subjects = {
  '01-slow': {
    file: 'steps/01-slow/index.js',
    alias: '1',
    title: 'the slow server',
    path: '/seed/v1',
    load: slowerAndSlower,
    featured: true
  },
  '02-fixed-listener': {
    file: 'steps/02-fixed-listener/index.js',
    alias: '2',
    title: 'the listener leak fixed',
    path: '/seed/v1',
    featured: true
  },
  '03-optimized': {
    file: 'steps/03-optimized/index.js',
    alias: '3',
    title: 'the hot path optimised',
    path: '/seed/v1',
    featured: true
  },
  ceiling: {
    file: 'experiments/ceiling/index.js',
    title: 'the same contract on bare node:http',
    path: '/seed/v1',
    featured: true
  },
  'noop-listener': {
    file: 'experiments/noop-listener/index.js',
    title: 'step 1 with an empty listener',
    path: '/seed/v1',
    load: { afterRequests: 15_000 }
  },
  'trace-warnings': {
    file: 'experiments/trace-warnings/index.js',
    title: 'step 1 without the line that silences the warning',
    path: '/seed/v1'
  },
  'overload-unprotected': {
    file: 'steps/01-slow/index.js',
    title: 'step 1 under overload',
    path: '/seed/v1',
    load: { ...tooMuch, fresh: true }
  },
  'overload-protection': {
    file: 'experiments/overload-protection/index.js',
    title: 'step 1, answering 503 when its event loop is delayed',
    path: '/seed/v1',
    load: { ...tooMuch, fresh: true }
  },
  'overload-protection-healthy': {
    file: 'experiments/overload-protection/healthy.js',
    title: 'step 3 with the same protection',
    path: '/seed/v1',
    load: tooMuch
  },
  'blocked-timer': {
    file: 'experiments/blocked-timer/index.js',
    title: 'the delay of a timer by synchronous work',
    isScript: true
  },
  'offload-in-loop': {
    file: 'experiments/offload/in-loop.js',
    title: 'a rare expensive route, computed in the event loop',
    path: '/cheap',
    load: rareAndExpensive
  },
  'offload-worker-pool': {
    file: 'experiments/offload/worker-pool.js',
    title: 'the same, computed in a worker thread',
    path: '/cheap',
    load: rareAndExpensive
  },
  'offload-other-process': {
    file: 'experiments/offload/other-process.js',
    title: 'the same, computed in another process',
    path: '/cheap',
    load: rareAndExpensive
  },
  'conditional-get': {
    file: 'experiments/conditional-get/index.js',
    title: 'step 3 for clients that revalidate a cached response (304)',
    path: '/seed/v1',
    load: { revalidate: true, expects: [304] }
  },
  'connection-pool': { file: 'experiments/connection-pool/index.js', title: 'a shop with two connections to its database' },
  'connection-pool-larger': {
    file: 'experiments/connection-pool/index.js',
    env: { CONNECTIONS: '50' },
    title: 'the same shop with fifty connections'
  },
  sessions: { file: 'experiments/sessions/index.js', title: 'a shop that keeps a session for every visitor' },
  'sessions-bounded': {
    file: 'experiments/sessions/index.js',
    env: { MOST_KEPT: '10000' },
    title: 'the same shop, keeping the last 10,000 sessions'
  },
  passwords: { file: 'experiments/passwords/index.js', title: 'a server that checks passwords in the event loop' },
  'passwords-in-pool': { file: 'experiments/passwords/in-pool.js', title: 'the same server, checking them in the thread pool' },
  fastify: {
    file: 'experiments/fastify/index.js',
    title: 'the same contract on Fastify',
    path: '/seed/v1'
  },
  'restify-tuned': {
    file: 'experiments/restify-cost/tuned.js',
    title: 'the same contract on restify, without its optional parts',
    path: '/seed/v1'
  },
  'restify-first': {
    file: 'experiments/restify-cost/first.js',
    title: 'the same contract on restify, answered before its own work starts',
    path: '/seed/v1'
  },
  'logging-console': {
    file: 'experiments/logging/console.js',
    title: 'step 3 with console.log for each request',
    path: '/seed/v1',
    question: 'cpu'
  },
  'logging-pino': {
    file: 'experiments/logging/pino.js',
    title: 'step 3 with pino for each request',
    path: '/seed/v1',
    question: 'cpu'
  },
  'logging-winston': {
    file: 'experiments/logging/winston.js',
    title: 'step 3 with winston for each request',
    path: '/seed/v1',
    question: 'cpu'
  },
  'logging-pino-worker': {
    file: 'experiments/logging/pino-worker.js',
    title: 'step 3 with pino for each request, written by a worker thread',
    path: '/seed/v1',
    question: 'cpu'
  }
}

const commands = {
  learn: './scripts/learn.js',
  step: './scripts/step.js',
  serve: './scripts/commands/serve.js',
  'trace-warnings': './scripts/commands/trace-warnings.js',
  threshold: './scripts/commands/threshold.js',
  'lab:yes': './labs/yes/lab-yes.js',
  'lab:frameworks': './labs/frameworks/lab-frameworks.js'
}

/** @type {import('hot-path').Config} */
module.exports = { subjects, claims: require('./claims'), commands }
