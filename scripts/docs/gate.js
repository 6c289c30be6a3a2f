'use strict'

// The gate's error rates, as Markdown: pure functions of the result of ratesOf in trials/studies/gate/rates.js.

const { change } = require('hot-path/reporting')
const { kinds } = require('../../trials/studies/gate/kinds')
const { rateInterval } = require('../../trials/studies/gate/rates')
const { share, table } = require('./table')

const WAYS = [
  'gate: live',
  'gate: resampled',
  '5 % rule: one pair',
  'a minute',
  'autocannon-compare: one pair',
  'a minute'
]

/**
 * @param {any[]} rates see ratesOf in trials/studies/gate/rates.js
 * @returns {string} Markdown table: how often the gate and two common methods call a server slower, by slowdown
 */
function gateSummary (rates) {
  const sizes = [...new Set(rates.filter(({ gates }) => gates > 0).map(({ slowdownPercent }) => slowdownPercent))]
  return table(
    ['slowdown', ...WAYS],
    sizes.map(function (size) {
      const own = rates.filter(({ slowdownPercent, gates }) => slowdownPercent === size && gates > 0).map(foundBy)
      return [slowdown(size), ...WAYS.map((_, i) => share(...total(own.map((counts) => counts[i]))))]
    })
  )
}

/**
 * @param {any[]} rates
 * @returns {string} Markdown table: the same for every kind of pair
 */
function gateTable (rates) {
  return table(
    ['server', 'slowdown', 'machine', 'true size', '95 % interval of live', ...WAYS],
    rates
      .filter(({ gates }) => gates > 0)
      .map((rate) => [
        rate.subject,
        slowdown(rate.slowdownPercent),
        rate.neighbour ? 'busy' : 'idle',
        change(rate.trueRatio.estimate),
        rateInterval(rate.live.fails, rate.gates)
          .map((rate) => `${Math.round(100 * rate)} %`)
          .join(' to '),
        ...foundBy(rate).map(([found, all]) => share(found, all))
      ])
  )
}

/**
 * @param {any} rate
 * @returns {[number, number][]} for each of WAYS: number of "slower" verdicts, and of all verdicts
 */
function foundBy ({ live, gates, resampled, peersOnPairs, peersOnGates }) {
  const peer = (/** @type {string} */ name) =>
    [peersOnPairs, peersOnGates].map((on) => /** @type {[number, number]} */ ([on[name], on.count]))
  return [
    [live.fails, gates],
    [resampled.fails, sum(resampled)],
    ...peer('fivePercentRule'),
    ...peer('autocannonCompare')
  ]
}

/**
 * Targets set before the study: how many of 100 one-minute gates should find the slowdown.
 *
 * @type {Record<number, number>} by the size of the slowdown, in percent
 */
const AIMS = { 3: 40, 5: 80, 10: 90 }

/**
 * @param {any[]} rates
 * @returns {string} Markdown list: target and result by server, on an idle machine and under CPU contention
 */
function gatePower (rates) {
  return Object.entries(AIMS)
    .map(function ([size, aim]) {
      const own = rates.filter(({ slowdownPercent, gates }) => slowdownPercent === Number(size) && gates > 0)
      if (own.length === 0) return `- Slowdown of ${size} %, target: detected by ${aim} % of the gates. Not measured yet.`
      const on = [false, true].flatMap(function (isBusy) {
        const machines = own.filter(({ neighbour }) => Boolean(neighbour) === isBusy)
        if (machines.length === 0) return []
        const found = machines.map((rate) => `${rate.subject} ${rate.live.fails} of ${rate.gates}`)
        return `${isBusy ? 'on a busy machine' : 'on an idle machine'} ${found.join(', ')}`
      })
      return `- Slowdown of ${size} %, target: detected by ${aim} % of the gates. Detected ${on.join('; ')}.`
    })
    .join('\n')
}

/**
 * @param {any[]} rates
 * @param {Parameters<typeof gateBefore>[0]} before
 * @returns {string} paragraph: how often a one-minute gate fails, by machine and slowdown. While the study is
 *   incomplete, also that of the study before
 */
function gateRates (rates, before) {
  const on = [false, true].flatMap(function (isBusy) {
    const own = rates.filter(({ neighbour, gates }) => Boolean(neighbour) === isBusy && gates > 0)
    const fails = (/** @type {number} */ size) => {
      const [found, all] = total(
        own.filter(({ slowdownPercent }) => slowdownPercent === size).map(({ live, gates }) => [live.fails, gates])
      )
      return { size, all, text: `${found} of ${all}` }
    }
    if (own.length === 0) return []
    const found = Object.keys(AIMS)
      .map((size) => fails(Number(size)))
      .filter(({ all }) => all > 0)
      .map(({ size, text }) => `of ${size} %, ${text}`)
    const where = isBusy ? 'Next to a program that used one core' : 'One-minute gates of eight servers, on an idle machine'
    const detected = found.length > 0 ? ` Slowdowns detected: ${found.join('; ')}.` : ''
    return [`${where}: ${fails(0).text} gates raised a false alarm.${detected}`]
  })
  const progress = soFar(rates)
  return `${progress}${on.join(' ')}${progress && ` ${gateBefore(before)}`}`
}

/**
 * @param {{ gates: { kind: string, verdict: string }[] }} before results/gate-study-before.json: five servers
 * @returns {string} sentence: how often a gate of the same length failed before servers shared a core
 */
function gateBefore ({ gates }) {
  const rate = (/** @type {RegExp} */ kind) => {
    const own = gates.filter((gate) => kind.test(gate.kind))
    return `${own.filter(({ verdict }) => verdict === 'fails').length} of ${own.length}`
  }
  const found = Object.keys(AIMS).map((size) => `${size} %, ${rate(new RegExp(`-${size}-quiet$`))}`)
  return (
    `Before servers shared a core, ${rate(/-0-/)} gates of five of these servers raised a false alarm. ` +
    `Slowdowns detected on an idle machine: of ${found.join('; of ')}.`
  )
}

/** @param {number} percent */
function slowdown (percent) {
  return percent === 0 ? 'none' : `${percent} %`
}

/**
 * @param {[number, number][]} counts
 * @returns {[number, number]}
 */
function total (counts) {
  return counts.reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0])
}

/**
 * @param {any[]} rates
 * @returns {string} paragraph: number of false alarms, and the upper bound of their rate
 */
function falseAlarms (rates) {
  const same = rates.filter(({ slowdownPercent }) => slowdownPercent === 0)
  const live = same.reduce((all, { gates }) => all + gates, 0)
  if (live === 0) return 'No gate has been run with the current judging rules yet.'
  const alarms = same.reduce((all, { live }) => all + live.fails, 0)
  const resampled = same.reduce((all, rate) => all + sum(rate.resampled), 0)
  const resampledAlarms = same.reduce((all, rate) => all + rate.resampled.fails, 0)
  const bound =
    alarms === 0 && live > 0
      ? ` None in ${live} is compatible with a true rate of up to ${(100 * rateInterval(0, live)[1]).toFixed(1)} % (95 % interval).`
      : ''
  return `${soFar(rates)}Servers compared with themselves: ${alarms} false alarms in ${live} live gate${live === 1 ? '' : 's'}, ${resampledAlarms} in ${resampled} gates resampled from their rounds.${bound}`
}

/**
 * @param {any[]} rates
 * @returns {string} progress of the study; empty if it is complete
 */
function soFar (rates) {
  const done = rates.reduce((all, { gates }) => all + gates, 0)
  const wanted = kinds.reduce((all, { live }) => all + live, 0)
  return done < wanted ? `The study is incomplete: ${done} of ${wanted} gates so far. ` : ''
}

/** @param {Record<string, number>} counts */
function sum (counts) {
  return Object.values(counts).reduce((all, count) => all + count, 0)
}

/**
 * @param {ReturnType<typeof import('../../trials/studies/gate/history').historyRates>} rates
 * @returns {string} sentences
 */
function historySummary ({ histories, gates, alarmed, slowdowns, found }) {
  const percent = (/** @type {number} */ count) => `${Math.round((100 * count) / histories)} %`
  return `In ${histories} histories that were drawn from the recorded gates: after ${slowdowns} slowdowns of 2 % in a row, the history suspected them in ${percent(found)}. With ${gates} commits without a change, there was a suspicion in ${percent(alarmed)}, which costs a gate.`
}

/** @typedef {{ baseline: string, candidate: string, verdict: string, ratio: number | null }} Entry of a history */

/**
 * @param {{ gates: { commit: number, entries: Entry[] }[] }} study results/history-run-study.json
 * @returns {string} Markdown table: the gate of each commit, and the one against an older commit that the history
 *   asked for
 */
function historyRun ({ gates }) {
  const [{ entries: [first] }] = gates
  const commits = [first.baseline, ...gates.map(({ entries }) => entries[0].candidate)]
  const said = (/** @type {Entry} */ { verdict, ratio }) => `\`${verdict}\`${ratio === null ? '' : ` ${change(ratio)}`}`
  const rows = gates.map(function ({ commit, entries: [own, ...asked] }) {
    return [String(commit), said(own), asked.map((one) => `${said(one)} since commit ${commits.indexOf(one.baseline)}`).join(', ')]
  })
  return table(['commit', 'its gate', 'gate that the history asked for'], rows)
}

/**
 * @typedef {{ name: string, status: number | null, verdict: string, annotations: string[], summary: string }} Pull
 * @param {{ pulls: Pull[] }} study results/action-study.json
 * @returns {string} Markdown table: what action.yml reports for each pull request
 */
function pullRequests ({ pulls }) {
  const rows = pulls.map(({ name, status, verdict, annotations, summary }) => [
    name,
    verdict ? `\`${verdict}\`` : '',
    String(status),
    annotations.map(placeOf).join(', '),
    (summary.split('\n').find((line) => line.trim() !== '') ?? '').replace(/^#+ /, '').replaceAll('|', '/')
  ])
  return table(['pull request', 'verdict', 'exit status', 'annotations', 'first line of the summary'], rows)
}

/**
 * @param {string} annotation `::error title=...,file=server.js,line=5::text`
 * @returns {string} `error at server.js:5`, or `error`
 */
function placeOf (annotation) {
  const [, level] = /^::(\w+)/.exec(annotation) ?? []
  const [, file, line] = /file=([^,:]+),line=(\d+)/.exec(annotation) ?? []
  return file ? `${level} at ${file}:${line}` : level
}

module.exports = {
  falseAlarms,
  gateBefore,
  gatePower,
  gateRates,
  gateSummary,
  gateTable,
  historyRun,
  historySummary,
  pullRequests
}
