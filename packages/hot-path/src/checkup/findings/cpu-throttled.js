'use strict'

// In one period of ten, requests wait for the rest of the period: it shows in p99 and p90 latency.
const THRESHOLD = 0.1

/** @type {import('../../types/checkup').Judge} */
module.exports = {
  name: 'cpu-throttled',
  condition: 'CPU throttling: in a tenth or more of the periods (usually 100 ms), the server and its container had used up their CPU quota, and were stopped until the next period.',
  means: [
    'A container with a CPU limit may use its quota of CPU time in each period. If the quota is used up, the kernel stops all its processes until the period is over. Requests wait meanwhile, and the server looks as if its event loop were blocked. The other findings and all latencies here are affected.'
  ],
  next: [
    'Raise or remove the CPU limit (Kubernetes: `resources.limits.cpu`; Docker: `--cpus`), and check again.',
    'A Node server uses more than one core at times: V8 collects garbage and compiles in other threads, and all of them share the quota.',
    'If the limit has to stay, reduce the CPU time per request: `npx hot-path cpu-profile <server>` lists the hottest functions.'
  ],
  judge ({ throttledShare, quotaCores, cpuShare, cores }) {
    if (!(throttledShare >= THRESHOLD)) return null
    return {
      sentence: 'The CPU quota of its container stops the server: it is throttled.',
      evidence: [
        {
          what: 'periods in which the quota was used up',
          value: throttledShare,
          unit: 'share',
          threshold: THRESHOLD,
          why: 'With one in ten, the delays show in p90 latency.'
        },
        { what: `CPU quota, of ${cores} cores`, value: Number(quotaCores), unit: 'cores' },
        { what: 'CPU of the server', value: cpuShare, unit: 'cores' }
      ]
    }
  }
}
