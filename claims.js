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
    why: 'The article saw 200. The factor grows with the length of the run, and ours are short; a tenth of it is still the lesson. Beyond 1,000, step 1 has become slower yet.'
  },
  {
    id: 'optimise-pays',
    text: 'Without hashing and serialising, a request takes 15 to 60 % of the CPU that it took before.',
    metric: 'serverCpuUsPerRequest',
    subject: '03-optimized',
    over: '02-fixed-listener',
    least: 0.15,
    most: 0.6,
    rounds: 3,
    why: 'The article saw 1.66 times the throughput, and we three times. CPU, because the load generator can be full before step 3 is. Below 15 %, step 2 has become slower.'
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
    why: 'Hashing and serialising for each request are what chapter 11 takes away. Beyond 8, step 2 has become slower.'
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
    why: 'A framework may cost as much as the work itself, and no more. CPU, because the load generator is full before the bare server is.'
  },
  {
    id: 'slow-grows',
    text: "Step 1's cost per request grows while it serves: by 10 % or more from the first half of a sample to the second.",
    metric: 'costGrowth',
    subject: '01-slow',
    least: 1.1,
    most: 5,
    rounds: 3,
    why: 'The n-th request runs n listeners. 10 % is far beyond what noise does to the halves of one sample.'
  },
  {
    id: 'fixed-steady',
    text: "Step 2's cost per request does not grow while it serves: by 10 % at most.",
    metric: 'costGrowth',
    subject: '02-fixed-listener',
    least: 0.7,
    most: 1.1,
    rounds: 4,
    why: 'The same line, seen from the other side. Below 0.7, V8 was still compiling.'
  },
  {
    id: 'fixed-keeps-nothing',
    text: 'Step 2 keeps at most 64 bytes of memory for each request it has served.',
    metric: 'retainedBytesPerRequest',
    subject: '02-fixed-listener',
    most: 64,
    rounds: 3,
    why: 'One leaked function object is 64 bytes. Below that, nothing is kept for each request.'
  },
  {
    id: 'noop-still-slow',
    text: 'With an empty listener, attached once for each request, an answer after 15,000 requests costs at least 1.5 times the CPU of step 2, whose listener hashes.',
    metric: 'serverCpuUsPerRequest',
    subject: 'noop-listener',
    over: '02-fixed-listener',
    least: 1.5,
    most: 10,
    rounds: 4,
    why: 'Calling nothing too often costs more than hashing once. The factor grows with the requests served.'
  },
  {
    id: 'overload-latency',
    text: 'Behind overload-protection, the p99 latency of those whom step 1 lets in is at most a quarter of that without it.',
    metric: 'latencyMs.p99',
    subject: 'overload-protection',
    over: 'overload-unprotected',
    most: 0.25,
    rounds: 4,
    why: 'Less would not be worth refusing people for.'
  },
  {
    id: 'overload-delay',
    text: 'The longest delay of its event loop is at most 0.7 of that without it.',
    metric: 'loopDelayMaxMs',
    subject: 'overload-protection',
    over: 'overload-unprotected',
    most: 0.7,
    rounds: 4,
    why: 'Without protection it climbs as long as the load lasts; our runs are short.'
  },
  {
    id: 'overload-refuses-nothing',
    text: 'Step 3 behind the same protection refuses nobody under the same load.',
    metric: 'non2xx',
    subject: 'overload-protection-healthy',
    most: 0,
    rounds: 3,
    why: 'A threshold that refuses people who could be served is too low.'
  },
  {
    id: 'offload-worker-pool',
    text: 'With the rare expensive work in a worker thread, the p99 latency of the cheap route is at most an eighth.',
    metric: 'latencyMs.p99',
    subject: 'offload-worker-pool',
    over: 'offload-in-loop',
    most: 0.125,
    rounds: 5,
    why: 'In the loop, the tail is as long as the work. Outside, it is that of a bare server.'
  },
  {
    id: 'offload-other-process',
    text: 'With it in another process, the p99 latency of the cheap route is at most a tenth.',
    metric: 'latencyMs.p99',
    subject: 'offload-other-process',
    over: 'offload-in-loop',
    most: 0.1,
    rounds: 4,
    why: 'The same line, for the other way out of the loop.'
  },
  {
    id: 'conditional-bytes',
    text: 'Clients that revalidate get at most 5 % of the bytes.',
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
    why: 'The article knew of 17 %, for versions of 2018. Below half, step 3 has become slower.'
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
    why: 'Enough to be seen on a bill.'
  },
  {
    id: 'logging-pino-costs',
    text: 'A line of pino for each request costs step 3 at least 3 % more CPU, too.',
    metric: 'serverCpuUsPerRequest',
    subject: 'logging-pino',
    over: '03-optimized',
    least: 1.03,
    most: 2,
    rounds: 5,
    why: 'The same line. A fast logger is not free.'
  },
  {
    id: 'logging-winston-costs',
    text: 'The same line by winston, which writes JSON, too, costs more CPU of a request than by pino.',
    metric: 'serverCpuUsPerRequest',
    subject: 'logging-winston',
    over: 'logging-pino',
    least: 1,
    most: 3,
    rounds: 4,
    why: 'Loggers of one kind differ by as much as a logger costs.'
  },
  {
    id: 'restify-tuned-near-ceiling',
    text: 'Without what restify lets you avoid, the contract costs at most 1.5 times the CPU of a bare node:http server.',
    metric: 'serverCpuUsPerRequest',
    subject: 'restify-tuned',
    over: 'ceiling',
    most: 1.5,
    rounds: 5,
    why: 'It has to be nearer to the ceiling than step 3 to be worth the trouble.'
  },
  {
    id: 'restify-first-near-ceiling',
    text: 'Answered before restify begins, the contract costs at most 1.3 times the CPU of a bare node:http server.',
    metric: 'serverCpuUsPerRequest',
    subject: 'restify-first',
    over: 'ceiling',
    least: 0.7,
    most: 1.3,
    rounds: 4,
    why: 'A goal for the contract on restify. With 1.25 it takes five rounds, which is longer than anybody waits.'
  }
]
