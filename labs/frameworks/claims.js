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
    why: 'The order that the text found; a tenth is more than two runs of one server differ by.'
  },
  {
    id: 'elysia-over-node',
    text: 'Elysia on Bun answers at least 1.1 times as many as bare node:http.',
    metric: 'requestsPerSecond',
    subject: 'elysia',
    over: 'node',
    least: 1.1,
    why: 'As above.'
  },
  {
    id: 'node-over-velocy',
    text: 'Bare node:http answers at least as many as Velocy, which is built on it.',
    metric: 'requestsPerSecond',
    subject: 'node',
    over: 'velocy',
    least: 1,
    why: 'Velocy is built on node:http, and has more to do for a request.'
  },
  {
    id: 'velocy-over-express',
    text: 'Velocy answers at least 1.5 times as many as Express.',
    metric: 'requestsPerSecond',
    subject: 'velocy',
    over: 'express',
    least: 1.5,
    why: 'The order that the text found; half as much again is worth a rewrite to somebody.'
  },
  {
    id: 'not-eighteen-times',
    text: 'A request costs Express less than 18 times the CPU that it costs Elysia.',
    metric: 'serverCpuUsPerRequest',
    subject: 'express',
    over: 'elysia',
    most: 18,
    why: 'The factor that is advertised. CPU, because the load generator may be the bottleneck of the faster one.'
  },
  {
    id: 'tuned-near-elysia',
    text: 'node:http, tuned, answers at least 0.7 times as many requests per second as Elysia on Bun.',
    metric: 'requestsPerSecond',
    subject: 'node-tuned',
    over: 'elysia',
    least: 0.7,
    why: 'Seven tenths, from the runtime that many think of as several times slower.'
  }
]
