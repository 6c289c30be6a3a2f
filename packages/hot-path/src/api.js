'use strict'

// The functions behind the commands. Each takes a server and options, and returns the record that `--json` prints. They
// print nothing and never exit the process. Each loads its modules when it is called.

const path = require('path')
const { endOnAbort } = require('./process/children')
const { toRecord } = require('./report/record')
const { MARGIN } = require('./verdict/thresholds')

/** @typedef {import('./types/api').RequestOptions} RequestOptions */
/** @typedef {import('./types/api').LookOptions} LookOptions */

const CONNECTIONS = 100
// Enough to saturate one thread: see cli/commands/gate.js.
const GATE_CONNECTIONS = 50
const SECONDS = 10
const COMPARED_SECONDS = 1
const ROUNDS = 8
const BUDGET_SECONDS = 60
const ALARM = 0.1

/**
 * @param {RequestOptions} options
 * @returns {Promise<Record<string, any>>} the options in the form that the command-line parser returns
 */
async function valuesOf ({ headers = {}, config, locations = true, ...options }) {
  const { resolveConfig, loadConfig } = require('./config/config')
  return {
    args: [],
    ...options,
    header: Object.entries(headers),
    'no-places': !locations,
    config: config ? resolveConfig(config, path.resolve('hot-path.config.js')) : await loadConfig()
  }
}

/**
 * @param {string} name instrument name
 * @returns {(server: string, options?: LookOptions) => Promise<any>} a function that runs the instrument on a server
 */
function lookWith (name) {
  return async function (server, options = {}) {
    const { connections = CONNECTIONS, duration = SECONDS, noLoad, reports, signal, onProgress, ...asked } = options
    const { toSubject } = require('./config/subjects')
    const { withServerProcess } = require('./process/npm-start')
    const { inspect, inspectWithoutLoad } = require('./instruments/run')
    const { toWorkload } = require('./load/workload')
    const instruments = require('./instruments')
    const instrument = instruments[name]
    const values = await valuesOf(asked)
    const named = toSubject(server, { ...values, 'no-load': noLoad })
    const kept = { reports: path.resolve(reports ?? 'reports'), places: !values['no-places'], onProgress }
    const record = await endOnAbort(signal, async function () {
      if (noLoad) return inspectWithoutLoad(instrument, named, { ...kept, durationSeconds: duration })
      const subject = await withServerProcess(named)
      return inspect(instrument, subject, toWorkload(subject, { connections, durationSeconds: duration }), kept)
    })
    return toRecord(name, record)
  }
}

/** @type {typeof import('./types/api').compare} */
async function compare (servers, { reports, signal, onProgress = () => {}, ...options } = {}) {
  const { compared, published } = require('./comparison/compare')
  const { toSubject } = require('./config/subjects')
  const { withServerProcess } = require('./process/npm-start')
  /** @type {Record<string, any>} */
  const values = {
    connections: CONNECTIONS,
    duration: COMPARED_SECONDS,
    rounds: ROUNDS,
    driver: 'built-in',
    ...(await valuesOf(options))
  }
  const again = `npx hot-path compare ${servers.join(' ')}`
  const keep = async () => {} // the finished comparison is published below
  const comparison = await endOnAbort(signal, async function () {
    /** @type {import('./types/pipeline').Subject[]} */
    const subjects = []
    for (const server of servers) subjects.push(await withServerProcess(toSubject(server, values)))
    return compared(subjects, values, { again, keep, onProgress })
  })
  const file = path.resolve(reports ?? 'reports', 'compare', 'index.json')
  const report = await published(comparison, file, { drawOnly: false })
  return toRecord('compare', /** @type {any} */ ({ ...comparison, goal: null, report }))
}

/** @type {typeof import('./types/api').gate} */
async function gate ({ baseline, candidate, reports, signal, onProgress = () => {}, ...options }) {
  const { budget = BUDGET_SECONDS, failOn, allowContractChange, baselineNode, candidateNode, ...asked } = options
  const { fieldsOf, gateAll } = require('./gate/gate')
  const { measure } = require('./measurement/session')
  const { withRunDirectory } = require('./util/run-directory')
  const folder = path.resolve(reports ?? 'reports')
  const values = {
    connections: GATE_CONNECTIONS,
    driver: 'built-in',
    margin: MARGIN,
    alarm: ALARM,
    ...(await valuesOf(asked)),
    baseline: [baseline].flat(),
    candidate: [candidate].flat(),
    budget,
    'fail-on': failOn,
    'allow-contract-change': allowContractChange,
    'baseline-node': baselineNode,
    'candidate-node': candidateNode
  }
  const gated = await endOnAbort(signal, () =>
    withRunDirectory(folder, (directory) =>
      gateAll(values, {
        directory,
        reports: path.join(folder, 'gate'),
        say: (sentence) => onProgress(sentence, 0),
        measure: (subjects, plan) =>
          measure(subjects, plan, { reports: folder, onProgress: (fraction) => onProgress('measure', fraction) })
      })
    )
  )
  return toRecord('gate', /** @type {any} */ (fieldsOf(gated)))
}

/** @type {typeof import('./types/api').attach} */
async function attach (process, { look = 'checkup', duration = SECONDS, reports, signal } = {}) {
  const { inspectAttached } = require('./instruments/run')
  const { attach } = require('./process/attach')
  const instruments = require('./instruments')
  const instrument = instruments[look]
  signal?.throwIfAborted()
  const running = await attach(String(process))
  const kept = { durationSeconds: duration, reports: path.resolve(reports ?? 'reports') }
  const looking = inspectAttached(instrument, running, kept)
  const done = new AbortController()
  const aborted = new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { signal: done.signal })
  })
  try {
    return toRecord('attach', { instrument: look, ...(await Promise.race([looking, aborted])) })
  } finally {
    done.abort()
    looking.catch(() => {}) // it rejects if the process is detached before the measurement is complete
    await running.detach() // restores the process
  }
}

/** @type {typeof import('./types/api').load} */
async function load (url, { method, headers = {}, body, requests, signal, onProgress = () => {}, ...options } = {}) {
  const { connections = CONNECTIONS, duration = SECONDS, driver = 'built-in', rate } = options
  const { requestsFrom } = require('./config/request-options')
  const { drive, findDriver } = require('./load/drivers')
  const { address, path } = require('./process/address').targetOf(url)
  const sent = requestsFrom({ method, header: Object.entries(headers), body, requests })
  const workload = {
    path,
    connections,
    durationSeconds: duration,
    ...(sent && { requests: sent }),
    ...(rate !== undefined && { pace: { requestsPerSecond: rate } })
  }
  const listeners = { signal, onProgress: (/** @type {number} */ fraction) => onProgress('load', fraction) }
  signal?.throwIfAborted()
  const seen = await drive(findDriver(driver, workload), address, workload, listeners)
  signal?.throwIfAborted()
  return seen
}

module.exports = {
  attach,
  checkup: lookWith('checkup'),
  compare,
  gate,
  heap: lookWith('heap'),
  load,
  profile: lookWith('cpu-profile'),
  waits: lookWith('waits')
}
