'use strict'

// The parts of labs/yes/README.md that are generated from results/lab-yes.json.

const { summaryOf } = require('../../../labs/yes/lib/summary')
const { grouped, rounded } = require('hot-path/reporting')
const { median } = require('hot-path/testing')
const { judgedTable, table } = require('../table')

/**
 * @param {any} record of the lab
 * @returns {string} Markdown table: rate, ratio, system calls and memory of each writer
 */
function yesTable (record) {
  const head = ['writer', 'GiB/s', 'vs GNU yes', '95 % interval', 'system calls per GiB', 'memory, MiB']
  return table(
    head,
    summaryOf(record).map(({ id, title, gibPerSecond, ratio, interval, syscallsPerGib, memoryMib }) => [
      `\`${id}\`, ${title}`,
      rounded(gibPerSecond),
      rounded(ratio),
      interval?.every(Number.isFinite) ? interval.map(rounded).join(' to ') : '',
      syscallsPerGib === null ? '' : grouped(syscallsPerGib),
      rounded(memoryMib)
    ])
  )
}

/**
 * @param {any} record of the lab
 * @returns {string} Markdown: the claims, their verdicts, and how they were measured
 */
function yesClaims ({ claims, date, machine, plan }) {
  return (
    judgedTable(claims) +
    `\n\nMeasured on ${date.slice(0, 10)}: ${machine.cores} cores of ${machine.cpu}, Node ${machine.node}, ${plan.rounds} rounds of ${plan.durationSeconds} s, counted by ${plan.meter}.`
  )
}

/**
 * Peak rates of the original text, as shown by pv on a Xeon E3-1240 v3, in GiB/s.
 *
 * @type {Record<string, { name: string, gibPerSecond: number }>}
 */
const THEN = {
  gnu: { name: 'GNU yes', gibPerSecond: 8.01 },
  go: { name: 'the same in Go', gibPerSecond: 7.75 },
  '5-readable': { name: 'a Readable', gibPerSecond: 3.25 },
  '6-cached': { name: 'with reused buffers', gibPerSecond: 4.67 }
}

/**
 * @param {any} record of the lab
 * @returns {string} Markdown table: the text's figures beside the current ones
 */
function yesThen (record) {
  const now = summaryOf(record)
  return table(
    ['writer', 'then: GiB/s, peak', 'then vs GNU yes', 'now: GiB/s, mean', 'now vs GNU yes'],
    Object.entries(THEN).map(function ([id, { name, gibPerSecond }]) {
      const { gibPerSecond: mean, ratio } = now.find((row) => row.id === id) ?? {}
      return [name, rounded(gibPerSecond), rounded(gibPerSecond / THEN.gnu.gibPerSecond), rounded(mean ?? null), id === 'gnu' ? '1' : rounded(ratio ?? null)]
    })
  )
}

const GIB = 2 ** 30

/**
 * @param {{ date: string, node: string, rates: { placement: string, writer: string, bytesPerSecond: number[] }[] }}
 *   study
 * @returns {string} Markdown table: rates of writers on the core of the reader, and on another one; and the rate
 *   relative to that of GNU yes in the same round: median, least and most
 */
function yesPlacement ({ date, node, rates }) {
  const writers = [...new Set(rates.map(({ writer }) => writer))]
  const placements = [...new Set(rates.map(({ placement }) => placement))]
  const of = (/** @type {string} */ placement, /** @type {string} */ name) =>
    rates.find((one) => one.placement === placement && one.writer === name)?.bytesPerSecond ?? []
  const cells = (/** @type {string} */ placement, /** @type {string} */ writer) => {
    const own = of(placement, writer)
    const ratios = own.map((rate, round) => rate / of(placement, 'gnu')[round]).sort((a, b) => a - b)
    const [middle, least, most] = [median(ratios), ratios[0], ratios[ratios.length - 1]].map(rounded)
    return [rounded(median(own) / GIB), writer === 'gnu' ? '' : `${middle} (${least} to ${most})`]
  }
  const head = placements.flatMap((placement) => [`${placement}: GiB/s`, 'vs GNU yes'])
  const rows = writers.map((writer) => [nameOf(writer), ...placements.flatMap((placement) => cells(placement, writer))])
  const [{ bytesPerSecond }] = rates
  return `${table(['writer', ...head], rows)}\n\nMedians of ${bytesPerSecond.length} rounds, with the least and the most. Measured on ${date.slice(0, 10)}, Node ${node}.`
}

/** @param {string} writer */
function nameOf (writer) {
  return writer === 'gnu' ? '`gnu`, 8 KiB per write' : writer.endsWith('KiB') ? `Node, ${writer} per write` : `\`${writer}\``
}

module.exports = { yesClaims, yesPlacement, yesTable, yesThen }
