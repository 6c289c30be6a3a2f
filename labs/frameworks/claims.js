'use strict'

/**
 * The claims of this lab about its contestants, each with the reason for its threshold (see claims.js in the root).
 * Subjects are `<id>` for one process, `<id>, clustered` for two workers.
 *
 * @type {import('hot-path').Claim[]}
 */
module.exports = [
  {
    id: 'axum-over-node',
    text: 'Axum answers at least 1.1 times as many requests per second as bare node:http.',
    metric: 'requestsPerSecond',
    subject: 'axum',
    over: 'node',
    least: 1.1,
    why: 'The order found in the original article. A tenth is more than the difference between two runs of one server.'
  },
  {
    id: 'elysia-over-node',
    text: 'Elysia on Bun answers at least 1.1 times as many as bare node:http.',
    metric: 'requestsPerSecond',
    subject: 'elysia',
    over: 'node',
    least: 1.1,
    why: 'As for Axum over bare node:http.'
  },
  {
    id: 'node-over-velocy',
    text: 'Bare node:http answers at least as many as Velocy, which is built on it.',
    metric: 'requestsPerSecond',
    subject: 'node',
    over: 'velocy',
    least: 1,
    why: 'Velocy is built on node:http, and does more work per request.'
  },
  {
    id: 'velocy-over-express',
    text: 'Velocy answers at least 1.5 times as many as Express.',
    metric: 'requestsPerSecond',
    subject: 'velocy',
    over: 'express',
    least: 1.5,
    why: 'The order found in the original article. A gain of half can justify a rewrite.'
  },
  {
    id: 'not-eighteen-times',
    text: 'Express needs less than 18 times the CPU per request of Elysia.',
    metric: 'serverCpuUsPerRequest',
    subject: 'express',
    over: 'elysia',
    most: 18,
    why: '18 is the advertised factor. It is tested on CPU time, because the load generator may limit the faster server.'
  },
  {
    id: 'tuned-near-elysia',
    text: 'node:http, tuned, answers at least 0.7 times as many requests per second as Elysia on Bun.',
    metric: 'requestsPerSecond',
    subject: 'node-tuned',
    over: 'elysia',
    least: 0.7,
    why: 'Many believe that Node is several times slower; seven tenths disproves that.'
  }
]
