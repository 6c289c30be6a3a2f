'use strict'

// What hot-path says about processes in trouble, from results/trouble-study.json: part of npm run docs.

const { median } = require('hot-path/testing')
const {
  CAUSES,
  EXPECTED,
  HEALTHY,
  LONGER_THAN_MS,
  blocksOf,
  falseStallsOf,
  isCauseRight,
  isLineRight,
  isMemoryPlaced,
  isMemoryRight,
  memoryServers
} = require('../../trials/studies/trouble/judged')
const { share, table } = require('./table')

/**
 * @typedef {import('../../trials/studies/trouble/judged').StuckTrial & { reportSeconds: number | null, seconds: number,
 *   isAsBefore: boolean }} StuckTrial
 * @typedef {import('../../trials/studies/trouble/judged').StallTrial} StallTrial
 * @typedef {import('../../trials/studies/trouble/healthy').HealthyTrial} HealthyTrial
 * @typedef {import('../../trials/studies/trouble/quotas').QuotaTrial} QuotaTrial
 * @typedef {import('../../trials/studies/trouble/memory').MemoryTrial} MemoryTrial
 * @typedef {{ stuck: StuckTrial[], stalls: StallTrial[], healthy: HealthyTrial[], quotas: QuotaTrial[], memory:
 *   MemoryTrial[] }} TroubleStudy
 */

const NO_RESULTS = 'No results yet.'

/**
 * @param {TroubleStudy} study
 * @returns {string} one paragraph
 */
function stuckSummary ({ stuck }) {
  if (stuck.length === 0) return NO_RESULTS
  const reports = stuck.flatMap(({ reportSeconds }) => reportSeconds ?? [])
  const count = (/** @type {(trial: StuckTrial) => boolean} */ is) => share(stuck.filter(is).length, stuck.length)
  return (
    `The cause was right in ${count(isCauseRight)}, and the line in ${count(isLineRight)}. ` +
    `The report took ${median(reports).toFixed(1)} s in the median and ${Math.max(...reports).toFixed(1)} s at most, ` +
    `and hot-path ended after ${Math.max(...stuck.map(({ seconds }) => seconds)).toFixed(1)} s at most. ` +
    `The process was as before in ${count(({ isAsBefore }) => isAsBefore)}.`
  )
}

/**
 * @param {TroubleStudy} study
 * @returns {string} Markdown table: ways by versions of Node, misses included
 */
function stuckTable ({ stuck }) {
  if (stuck.length === 0) return NO_RESULTS
  const nodes = [...new Set(stuck.map(({ node }) => node))]
  return table(
    ['blocked by', 'cause', ...nodes.map((node) => `Node ${node}`)],
    Object.entries(CAUSES).map(function ([way, cause]) {
      const own = stuck.filter((trial) => trial.way === way)
      const cells = nodes.map((node) => own.find((trial) => trial.node === node))
      return [`\`${way}\``, cause, ...cells.map((trial) => (trial ? stuckText(trial) : '-'))]
    })
  )
}

/** @param {StuckTrial} trial */
function stuckText (trial) {
  const wrong = [
    ...(isCauseRight(trial) ? [] : [`wrong cause: ${trial.cause ?? 'none'}`]),
    ...(isLineRight(trial) ? [] : [`wrong line: ${lineText(trial.place)}`]),
    ...(trial.isAsBefore ? [] : ['the process was changed'])
  ]
  return `${wrong.join(', ') || 'right'}, ${trial.seconds.toFixed(1)} s`
}

/** @param {import('../../trials/studies/trouble/judged').Line | null} place */
function lineText (place) {
  return place ? String(place.line) : 'none'
}

/**
 * @param {TroubleStudy} study
 * @returns {string} one paragraph
 */
function stallsSummary ({ stalls }) {
  const all = stalls.flatMap(blocksOf)
  if (all.length === 0) return NO_RESULTS
  const caught = all.filter(({ stall }) => stall !== undefined)
  return (
    `Of the stalls of ${LONGER_THAN_MS} ms or longer in ${stalls.length} servers, ${share(caught.length, all.length)} were reported, ` +
    `and ${share(all.filter(({ isLineRight }) => isLineRight).length, all.length)} with the right line. ` +
    `False reports: ${stalls.flatMap(falseStallsOf).length}.`
  )
}

/**
 * @param {TroubleStudy} study
 * @returns {string} Markdown table: each server, misses included
 */
function stallsTable ({ stalls }) {
  if (stalls.length === 0) return NO_RESULTS
  return table(
    ['server', 'stalls', 'their length (ms)', 'reported', 'right line', 'wrong lines', 'causes', 'false'],
    [...stalls].sort((a, b) => (a.job < b.job ? -1 : 1)).map(function (trial) {
      const all = blocksOf(trial)
      const caught = all.flatMap(({ stall, isLineRight }) => (stall ? [{ ...stall, isLineRight }] : []))
      const wrong = caught.filter(({ isLineRight }) => !isLineRight).map(({ place }) => lineText(place))
      return [
        `[${trial.job}](../../trials/servers/trouble/stalls/${trial.job}/server.js)`,
        String(all.length),
        rangeText(all.map(({ block }) => 1000 * block.seconds)),
        String(caught.length),
        String(caught.length - wrong.length),
        listed(wrong),
        listed(caught.map(({ cause }) => cause)),
        String(falseStallsOf(trial).length)
      ]
    })
  )
}

/** @param {number[]} values */
function rangeText (values) {
  if (values.length === 0) return '-'
  const [least, most] = [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(0))
  return least === most ? least : `${least} to ${most}`
}

/** @param {string[]} words */
function listed (words) {
  return [...new Set(words)].sort().join(', ') || '-'
}

/**
 * @param {TroubleStudy} study
 * @returns {string} Markdown table: each healthy server
 */
function healthyTable ({ healthy }) {
  if (healthy.length === 0) return NO_RESULTS
  const all = healthy.flatMap(({ servers }) => servers)
  return table(
    ['server', 'minutes watched', 'stalls reported', 'CPU of the server, not watched', 'CPU of the server, watched', 'CPU of hot-path'],
    [...new Set(all.map(({ name }) => name))].map(function (name) {
      const own = all.filter((server) => server.name === name)
      const mean = (/** @type {'aloneCores' | 'watchedCores' | 'hotPathCores'} */ field) =>
        `${((100 * own.reduce((sum, server) => sum + server[field], 0)) / own.length).toFixed(1)} %`
      return [
        `[${name}](../../trials/servers/trouble/healthy/${name}.js)`,
        String(own.length),
        String(own.flatMap(({ stalls }) => stalls).length),
        mean('aloneCores'),
        mean('watchedCores'),
        mean('hotPathCores')
      ]
    })
  )
}

/**
 * @param {TroubleStudy} study
 * @returns {string} Markdown table: each situation, misses included
 */
function quotasTable ({ quotas }) {
  if (quotas.length === 0) return NO_RESULTS
  const versions = listed(quotas.flatMap(({ controlGroups }) => (controlGroups ? [String(controlGroups)] : [])))
  const rows = Object.entries(EXPECTED).map(function ([situation, { expected, isRight }]) {
    const own = quotas.filter((trial) => trial.situation === situation)
    const right = own.filter(({ found }) => isRight(found))
    const found = own.map((trial) => trial.found[0] ?? 'nothing')
    return [situation, expected, own.length > 0 ? share(right.length, own.length) : '-', listed(found)]
  })
  return `${table(['situation', 'expected', 'right', 'first findings'], rows)}\n\nControl groups of version ${versions}.`
}

/**
 * @param {TroubleStudy} study
 * @returns {string} one paragraph
 */
function memorySummary ({ memory }) {
  if (memory.length === 0) return NO_RESULTS
  const all = memoryTrials(memory)
  const [sick, healthy] = [false, true].map((is) => all.filter(({ server }) => (server.kind === HEALTHY) === is))
  const right = sick.filter(({ server, trial }) => isMemoryRight(server, trial))
  const placed = right.filter(({ server, trial }) => isMemoryPlaced(server, trial))
  const free = healthy.filter(({ server, trial }) => isMemoryRight(server, trial))
  return (
    `Where the memory grows was right in ${share(right.length, sick.length)}, and the line in ${share(placed.length, sick.length)}. ` +
    `Of ${healthy.length} servers without a leak, ${free.length} were found to have none.`
  )
}

/**
 * @param {TroubleStudy} study
 * @returns {string} Markdown table: each server, misses included
 */
function memoryTable ({ memory }) {
  if (memory.length === 0) return NO_RESULTS
  return table(
    ['server', 'cause', 'memory in', 'found', 'line', 'time (s)'],
    memoryTrials(memory).map(({ server, trial }) => [
      `[${server.file}](../../trials/servers/memory/${server.file})`,
      server.cause,
      server.kind,
      isMemoryRight(server, trial) ? 'right' : `wrong: ${trial.finding}: ${trial.sentence}`,
      server.kind === HEALTHY ? '-' : `${isMemoryPlaced(server, trial) ? 'right' : 'wrong'}: ${lineText(trial.place)}`,
      trial.seconds.toFixed(0)
    ])
  )
}

/** @param {MemoryTrial[]} memory */
function memoryTrials (memory) {
  return memoryServers().flatMap((server) =>
    memory.filter((trial) => trial.server === server.file).map((trial) => ({ server, trial }))
  )
}

/**
 * @param {{ samples: { server: string, setting: string, rssBytes: number, requestsPerSecond: number }[] }} study
 * @returns {string} Markdown table: resident set and throughput of each server, by allocator
 */
function allocatorsTable ({ samples }) {
  if (samples.length === 0) return NO_RESULTS
  const settings = [...new Set(samples.map(({ setting }) => setting))]
  return table(
    [
      'server',
      ...settings.map((setting) => `${setting}: RSS (MB)`),
      ...settings.slice(1).map((setting) => `${setting}: throughput`)
    ],
    [...new Set(samples.map(({ server }) => server))].map(function (server) {
      const own = settings.map((setting) => samples.filter((one) => one.server === server && one.setting === setting))
      const rates = own.map((some) => median(some.map(({ requestsPerSecond }) => requestsPerSecond)))
      return [
        server,
        ...own.map((some) => (median(some.map(({ rssBytes }) => rssBytes)) / 1e6).toFixed(0)),
        ...rates.slice(1).map((rate) => `${(rate / rates[0]).toFixed(2)} times`)
      ]
    })
  )
}

module.exports = {
  allocatorsTable,
  healthyTable,
  memorySummary,
  memoryTable,
  quotasTable,
  stallsSummary,
  stallsTable,
  stuckSummary,
  stuckTable
}
