'use strict'

/**
 * All claims about performance in the texts. `npx hot-path claims` checks them in one session. The texts take their
 * numbers from the saved session: `npx hot-path claims --rounds=10 --save && npm run docs`.
 *
 * `rounds`: the rounds that decide the claim with 95 % power if the true values are those of the saved session
 * (test/unit/texts.test.js). Beyond the second threshold, something has changed that the claim is not about.
 *
 * @type {import('hot-path').ConfigClaim[]}
 */
module.exports = [
  {
    id: 'fix-pays',
    text: 'Fixing the listener multiplies the throughput by 20 or more.',
    metric: 'requestsPerSecond',
    subject: '02-fixed-listener',
    over: '01-slow',
    least: 20,
    most: 1000,
    rounds: 3,
    why: 'The article measured a factor of 200. The factor grows with the length of a run, and these runs are short. Beyond 1,000, step 1 has become slower.'
  },
  {
    id: 'optimise-pays',
    text: 'Without hashing and serialising, a request takes 15 to 60 % of the CPU that it took with them.',
    metric: 'serverCpuUsPerRequest',
    subject: '03-optimized',
    over: '02-fixed-listener',
    least: 0.15,
    most: 0.6,
    rounds: 3,
    why: 'The article measured 1.66 times the throughput; we measured three times. CPU is compared because the load generator can saturate before step 3. Below 15 %, step 2 has become slower.'
  },
  {
    id: 'fixed-over-ceiling',
    text: 'Step 2 needs 2.5 to 8 times the CPU per request of a bare node:http server.',
    metric: 'serverCpuUsPerRequest',
    subject: '02-fixed-listener',
    over: 'ceiling',
    least: 2.5,
    most: 8,
    rounds: 4,
    why: 'Chapter 11 removes the hashing and serialising of each request. Beyond 8, step 2 has become slower.'
  },
  {
    id: 'near-ceiling',
    text: 'Step 3 needs at most twice the CPU per request of a bare node:http server.',
    metric: 'serverCpuUsPerRequest',
    subject: '03-optimized',
    over: 'ceiling',
    least: 1,
    most: 2,
    rounds: 4,
    why: 'A framework may cost as much as the work itself, and no more. CPU is compared because the load generator saturates before the bare server.'
  },
  {
    id: 'slow-grows',
    text: "Step 1's cost per request grows while it serves: by 10 % or more from the first half of a sample to the second.",
    metric: 'costGrowth',
    subject: '01-slow',
    least: 1.1,
    most: 5,
    rounds: 3,
    why: 'The n-th request calls n listeners. 10 % is far more than the noise between the halves of one sample.'
  },
  {
    id: 'fixed-steady',
    text: "Step 2's cost per request does not grow while it serves: by 10 % at most.",
    metric: 'costGrowth',
    subject: '02-fixed-listener',
    least: 0.7,
    most: 1.1,
    rounds: 4,
    why: 'The same threshold as for step 1, from the other side. Below 0.7, V8 was still compiling.'
  },
  {
    id: 'fixed-keeps-nothing',
    text: 'Step 2 retains at most 64 bytes of memory per request served.',
    metric: 'retainedBytesPerRequest',
    subject: '02-fixed-listener',
    most: 64,
    rounds: 3,
    why: 'One leaked function object takes 64 bytes. Below that, no object is leaked per request.'
  },
  {
    id: 'noop-still-slow',
    text: 'If each request adds an empty listener, a response after 15,000 requests costs at least 1.5 times the CPU of step 2, whose single listener hashes.',
    metric: 'serverCpuUsPerRequest',
    subject: 'noop-listener',
    over: '02-fixed-listener',
    least: 1.5,
    most: 10,
    rounds: 4,
    why: 'Calling an empty function too often costs more than hashing once. The factor grows with the requests served.'
  },
  {
    id: 'overload-latency',
    text: 'With overload-protection, the p99 latency of the requests that step 1 accepts is at most a quarter of that without it.',
    metric: 'latencyMs.p99',
    subject: 'overload-protection',
    over: 'overload-unprotected',
    most: 0.25,
    rounds: 4,
    why: 'A smaller gain would not justify refusing requests.'
  },
  {
    id: 'overload-delay',
    text: 'With overload-protection, the longest event-loop delay is at most 0.7 times that without it.',
    metric: 'loopDelayMaxMs',
    subject: 'overload-protection',
    over: 'overload-unprotected',
    most: 0.7,
    rounds: 4,
    why: 'Without protection, the delay rises as long as the load lasts. These runs are short.'
  },
  {
    id: 'overload-refuses-nothing',
    text: 'With the same protection, step 3 refuses no requests under the same load.',
    metric: 'non2xx',
    subject: 'overload-protection-healthy',
    most: 0,
    rounds: 3,
    why: 'A threshold is too low if it refuses requests that the server could answer.'
  },
  {
    id: 'offload-worker-pool',
    text: 'With the rare expensive work in a worker thread, the p99 latency of the cheap route is at most an eighth of that with the work in the event loop.',
    metric: 'latencyMs.p99',
    subject: 'offload-worker-pool',
    over: 'offload-in-loop',
    most: 0.125,
    rounds: 5,
    why: 'In the event loop, the p99 latency is as long as the expensive work. Outside it, it is that of a bare server.'
  },
  {
    id: 'offload-other-process',
    text: 'With that work in another process, the p99 latency of the cheap route is at most a tenth of that with the work in the event loop.',
    metric: 'latencyMs.p99',
    subject: 'offload-other-process',
    over: 'offload-in-loop',
    most: 0.1,
    rounds: 4,
    why: 'The same reason. This is the other way to move work out of the event loop.'
  },
  {
    id: 'conditional-bytes',
    text: 'Clients that revalidate receive at most 5 % of the bytes.',
    metric: 'bytesPerRequest',
    subject: 'conditional-get',
    over: '03-optimized',
    most: 0.05,
    rounds: 3,
    why: 'A 304 has headers and no body.'
  },
  {
    id: 'conditional-cpu',
    text: 'Revalidating takes no more CPU than sending the answer.',
    metric: 'serverCpuUsPerRequest',
    subject: 'conditional-get',
    over: '03-optimized',
    least: 0.4,
    most: 1,
    rounds: 4,
    why: 'Comparing an ETag must not cost more than sending the answer.'
  },
  {
    id: 'fastify-cheaper',
    text: 'Fastify needs less CPU per request than restify for the same contract.',
    metric: 'serverCpuUsPerRequest',
    subject: 'fastify',
    over: '03-optimized',
    least: 0.5,
    most: 1,
    rounds: 6,
    why: 'The article reported 17 %, for versions of 2018. Below half, step 3 has become slower.'
  },
  {
    id: 'logging-console-costs',
    text: 'A console.log for each request costs step 3 at least 3 % more CPU.',
    metric: 'serverCpuUsPerRequest',
    subject: 'logging-console',
    over: '03-optimized',
    least: 1.03,
    most: 2,
    rounds: 5,
    why: 'This difference is visible in hosting costs.'
  },
  {
    id: 'logging-pino-costs',
    text: 'A line logged by pino for each request costs step 3 at least 3 % more CPU, too.',
    metric: 'serverCpuUsPerRequest',
    subject: 'logging-pino',
    over: '03-optimized',
    least: 1.03,
    most: 2,
    rounds: 5,
    why: 'The same threshold. A fast logger is not free.'
  },
  {
    id: 'logging-winston-costs',
    text: 'The same JSON line costs more CPU per request if it is logged by winston than by pino.',
    metric: 'serverCpuUsPerRequest',
    subject: 'logging-winston',
    over: 'logging-pino',
    least: 1,
    most: 3,
    rounds: 4,
    why: 'The difference between two loggers can be as large as the cost of one.'
  },
  {
    id: 'restify-tuned-near-ceiling',
    text: 'Without the optional parts of restify, a request needs at most 1.5 times the CPU of a bare node:http server.',
    metric: 'serverCpuUsPerRequest',
    subject: 'restify-tuned',
    over: 'ceiling',
    most: 1.5,
    rounds: 5,
    why: 'To be worth the effort, it has to be nearer to the bare server than step 3.'
  },
  {
    id: 'restify-first-near-ceiling',
    text: 'Answered before restify starts its own work, a request needs at most 1.3 times the CPU of a bare node:http server.',
    metric: 'serverCpuUsPerRequest',
    subject: 'restify-first',
    over: 'ceiling',
    least: 0.7,
    most: 1.3,
    rounds: 4,
    why: 'A goal for restify. A threshold of 1.25 would need five rounds, which takes too long.'
  }
]
