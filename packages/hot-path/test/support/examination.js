'use strict'

// Synthetic check-ups: the metrics of a server with a given problem, ten snapshots per second, with seeded noise.

const { heavyTailed, random } = require('./noise')

const TICK_MS = 100
const PERIOD_MS = 100 // of a CPU quota
const CORES = 2
const GENERATOR_MS = 0.03 // CPU time per answer
const PIECE_US = 60
const SHORT_LOAD = 10_000 // requests

const HEALTHY = {
  seed: 0,
  noise: 0, // standard deviation of the log of each reading's gain, outliers excluded
  seconds: 8,
  connections: 100,
  loop: 1, // event-loop utilisation
  user: 0.7, // shares of the loop's active time: user, system, waiting for a core, GC
  system: 0.25,
  waited: 0.02,
  gc: 0.03,
  blockedMs: 0.08, // loop time per request
  growth: 1, // factor on it from one third of the load to the next
  slows: 1, // the same factor for everything on the machine
  answersCost: 1, // the same for the load generator's work per answer, which rises if fewer arrive at a time
  blockMs: 0, // duration of each repeated block of the loop
  onePauseMs: 0,
  others: 0.05, // CPU of other threads, in cores
  otherPrograms: 0, // their CPU, in cores
  looksPerSecond: Infinity, // rate at which the kernel samples whether a thread runs in user or system mode
  poolRequests: 0,
  queuedBytes: 0, // waiting to be sent at the end
  quotaCores: null, // CPU quota of the container
  throttled: 0, // share of its periods in which it is used up
  keptBytes: 0, // retained after collection, in each of two short loads
  keptIn: 'heap', // where: see MemoryParts
  nativeBytes: [0, 0], // growth of memory that V8 does not count: during the load, and in a further one
  nativeShort: 10e6, // the same in each short load, or in the first and the second
  loadShare: 1, // after which the load ended
  workersLeft: 0, // worker threads that each of them leaves running
  filesLeft: 0, // files that each of them leaves open
  socketsLeft: 0,
  rssRise: 0, // of the resident set during the load, in bytes: garbage on the heap
  heapLimitBytes: 4.3e9,
  memoryLimitBytes: null, // of the container
  acceptsUpgrades: false, // WebSocket
  restCpuShare: 0.01, // CPU use without load, in cores
  calm: true, // whether these loads had ended at the snapshot
  p50: 8,
  load: {}
}

/** @param {Partial<typeof HEALTHY> & { keptBytes?: number | number[] }} problem differences from a healthy server */
function examination (problem) {
  const server = { ...HEALTHY, ...problem }
  return {
    node: process.version,
    cores: CORES,
    poolSize: 4,
    connections: server.connections,
    memoryLimitBytes: server.memoryLimitBytes,
    loadShare: server.loadShare,
    load: {
      driver: 'built-in',
      seconds: server.seconds,
      requests: 100_000,
      requestsPerSecond: 12_500,
      non2xx: 0,
      expected: 0,
      errors: 0,
      timeouts: 0,
      generatorUtilization: 0.4,
      latencyMs: { mean: server.p50, p50: server.p50, p90: 2 * server.p50, p99: 3 * server.p50, max: 5 * server.p50 },
      ...server.load
    },
    readings: readingsOf(server),
    outside: Array.from({ length: 4 * server.seconds }, (_, i) => ({
      atMs: 250 * i,
      answers: 3000,
      refused: 0,
      latencyMeanMs: server.p50,
      latencyMaxMs: 5 * server.p50
    })),
    alone: null,
    snapshots: snapshotsOf(server),
    later: [],
    confirming: confirmingOf(server),
    ended: null
  }
}

function confirmingOf (server) {
  const last = snapshotsOf(server).at(-1)
  const native = last.memory.native + server.nativeBytes[1]
  return { ...last, requests: last.requests + 4 * SHORT_LOAD, memory: { ...last.memory, native } }
}

function readingsOf ({
  seed,
  noise,
  seconds,
  loop,
  user,
  system,
  waited,
  gc,
  blockedMs,
  growth,
  slows,
  answersCost,
  blockMs,
  onePauseMs,
  others,
  otherPrograms,
  looksPerSecond,
  poolRequests,
  queuedBytes,
  quotaCores,
  throttled,
  rssRise,
  nativeBytes,
  heapLimitBytes,
  acceptsUpgrades
}) {
  const uniform = random(seed + 1)
  const noisy = (value) => value * Math.exp(noise * heavyTailed(uniform))
  const count = (1000 * seconds) / TICK_MS
  const total = {
    atMs: 0,
    cpuUserUs: 0,
    cpuSystemUs: 0,
    mainUserUs: 0,
    mainSystemUs: 0,
    mainWaitedUs: 0,
    loopIdleMs: 0,
    loopActiveMs: 0,
    gcMs: 0,
    requests: 0,
    answers: 0,
    generatorCpuUs: 0,
    pieceUs: PIECE_US,
    hostBusyMs: 0,
    hostIdleMs: 0,
    observerMs: 0
  }
  const readings = [reading(total, [])]
  let blockedMsSoFar = 0
  for (let i = 1; i <= count; i++) {
    const activeMs = Math.min(TICK_MS, noisy(loop * TICK_MS))
    const [trueUserMs, trueSystemMs, gcMs, othersMs] = [
      user * activeMs,
      system * activeMs,
      gc * activeMs,
      others * TICK_MS
    ].map(noisy)
    const [userMs, systemMs] = seen(trueUserMs, trueSystemMs, looksPerSecond, uniform)
    const served = (activeMs - gc * activeMs) / noisy(blockedMs * (growth * slows) ** ((3 * i) / count))
    const generatorMs = noisy(served * GENERATOR_MS * (answersCost * slows) ** ((3 * i) / count))
    const busyMs = Math.min(CORES * TICK_MS, userMs + systemMs + othersMs + generatorMs + otherPrograms * TICK_MS)
    const gains = {
      atMs: TICK_MS,
      loopActiveMs: activeMs,
      loopIdleMs: TICK_MS - activeMs,
      gcMs,
      requests: served,
      answers: served,
      mainUserUs: 1000 * userMs,
      mainSystemUs: 1000 * systemMs,
      mainWaitedUs: 1000 * waited * activeMs,
      cpuUserUs: 1000 * (userMs + othersMs),
      cpuSystemUs: 1000 * systemMs,
      generatorCpuUs: 1000 * generatorMs,
      hostBusyMs: busyMs,
      hostIdleMs: CORES * TICK_MS - busyMs,
      observerMs: 0.3
    }
    for (const key of Object.keys(gains)) total[key] += gains[key]
    total.pieceUs = noisy(PIECE_US * slows ** ((3 * i) / count))
    const blocksMs = i === Math.floor(count / 2) && onePauseMs ? [onePauseMs] : []
    blockedMsSoFar += activeMs
    if (blockMs) blocksMs.push(...new Array(Math.floor(blockedMsSoFar / blockMs)).fill(blockMs))
    if (blockMs) blockedMsSoFar %= blockMs
    readings.push(reading(total, blocksMs))
  }
  return readings

  function reading (total, blocksMs) {
    const risen = (rssRise * total.atMs) / (count * TICK_MS)
    return {
      ...total,
      blocksMs,
      poolRequests,
      queuedBytes: (queuedBytes * total.atMs) / (count * TICK_MS),
      quota: quotaCores === null ? null : quotaAt(total.atMs),
      resources: { TCPSocketWrap: 100 },
      acceptsUpgrades,
      loopDelayMaxMs: blockMs,
      rssBytes: 5e7 + risen + (nativeBytes[0] * total.atMs) / (count * TICK_MS),
      heapUsedBytes: 2e7 + risen,
      heapTotalBytes: 3e7 + risen,
      externalBytes: 2e6,
      arrayBuffersBytes: 1e6,
      heapLimitBytes,
      non2xx: 0
    }
  }

  function quotaAt (atMs) {
    const periods = atMs / PERIOD_MS
    return { cores: quotaCores, periods, throttledPeriods: throttled * periods }
  }
}

/** Returns the user and system times that a kernel reports if it only samples them. */
function seen (userMs, systemMs, looksPerSecond, uniform) {
  if (looksPerSecond === Infinity) return [userMs, systemMs]
  const bothMs = userMs + systemMs
  const looks = Math.max(1, Math.round((looksPerSecond * bothMs) / 1000))
  const computing = Array.from({ length: looks }, () => uniform() < userMs / bothMs).filter(Boolean).length / looks
  return [computing * bothMs, (1 - computing) * bothMs]
}

function snapshotsOf (server) {
  const { nativeBytes, nativeShort, keptBytes, keptIn, workersLeft, filesLeft, socketsLeft, ...others } = server
  const kept = [keptBytes].flat()
  const native = [nativeShort].flat()
  const start = { heap: 2e7, arrayBuffers: 1e6, external: 1e6, workers: 0, native: 4e7 }
  return [0, kept[0], kept[0] + kept.at(-1)].map((bytes, i) => ({
    requests: 100_000 + i * SHORT_LOAD,
    memory: {
      ...start,
      native: start.native + (nativeBytes[0] && [0, native[0], native[0] + native.at(-1)][i]),
      [keptIn]: start[keptIn] + bytes
    },
    workers: i * workersLeft,
    calm: others.calm,
    cpuShare: others.restCpuShare,
    descriptors: { files: { '/srv/page.html': i * filesLeft }, sockets: 20 + i * socketsLeft, others: 20, limit: 1024 },
    listenerCounts: [{ id: 1, emitter: 'Server', event: 'request', count: 2 }]
  }))
}

module.exports = { examination }
