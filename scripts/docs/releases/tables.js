'use strict'

// The releases of common packages, as Markdown: part of npm run docs.

const { change, changeBetween, grouped, rounded, wholePercent } = require('hot-path/reporting')
const causes = require('../../../trials/releases/causes.json')
const { wanted } = require('../../../trials/studies/releases')
const { AGES } = require('../../../trials/studies/releases-wrk')
const { table } = require('../table')

const CPU = 'serverCpuUsPerRequest'
const ALIKE_TIMES = 1.5
/** @type {Record<string, string>} */
const TITLES = { same: 'The same release twice', node: 'Versions of Node' }

/**
 * @typedef {object} Shown a gate
 * @property {string} id
 * @property {string} label `5.2.1 → 5.3.0`
 * @property {string} [verdict] missing if it could not be measured
 * @property {string} [failed] why
 * @property {{ ratio: number, interval: [number, number] } | null} cpu
 * @property {string} [function] the first regressed one
 *
 * @typedef {{ name: string, gates: Shown[] }} Group gates of a package
 */

/**
 * @param {{ gates: any[] }} study results/releases-study.json
 * @returns {Group[]} the packages in alphabetical order, then the others
 */
function groupsOf ({ gates }) {
  const first = gates.filter(({ run, kind }) => run === 1 && kind !== 'reported')
  const names = [...new Set(first.map(({ kind, package: name }) => TITLES[kind] ?? name))]
  const isLast = (/** @type {string} */ name) => Number(Object.values(TITLES).includes(name))
  const byLabel = (/** @type {Shown} */ a, /** @type {Shown} */ b) => a.label.localeCompare(b.label, 'en', { numeric: true })
  return names
    .sort((a, b) => isLast(a) - isLast(b) || a.localeCompare(b))
    .map(function (name) {
      const own = first.filter((gate) => (TITLES[gate.kind] ?? gate.package) === name)
      return { name, gates: own.map(toShown).sort(byLabel) }
    })
}

/** @param {any} gate */
function toShown ({ kind, id, package: name, verdict, failed, witnesses, grown }) {
  const { ratio = null, interval = null } = witnesses?.[CPU] ?? {}
  const [top] = grown ?? []
  const label = kind === 'release' ? id.slice(name.length + 1) : id
  return {
    id,
    label,
    verdict,
    failed,
    cpu: ratio !== null && interval ? { ratio, interval } : null,
    ...(top && { function: `${top.name} ${top.file}:${top.line}` })
  }
}

/** @param {Pick<Shown, 'cpu'>} gate */
function changeText ({ cpu }) {
  return cpu ? `${change(cpu.ratio)} [${changeBetween(cpu.interval)}]` : ''
}

/**
 * @param {{ gates: any[] }} study
 * @returns {string} sentences
 */
function headline ({ gates }) {
  const releases = gates.filter(({ kind, run, verdict }) => kind === 'release' && run === 1 && verdict)
  const count = (/** @type {string} */ wanted) => releases.filter(({ verdict }) => verdict === wanted).length
  const faster = releases.filter(({ witnesses }) => witnesses[CPU]?.interval?.[1] < 1).length
  const same = gates.filter(({ kind, verdict }) => kind === 'same' && verdict)
  const alarms = same.filter(({ verdict }) => verdict === 'fails').length
  const packages = new Set(releases.map((one) => one.package)).size
  const planned = wanted().length
  const missing = gates.length < planned ? ` ${gates.length} of ${planned} planned gates have been run.` : ''
  return `${releases.length} pairs of releases of ${packages} packages: ${count('fails')} are slower, ${faster} are faster in CPU time, ${count('inconclusive') + count('invalid')} without a verdict. The same release twice: ${alarms} of ${same.length} \`fails\`.${missing}`
}

/**
 * @param {{ gates: any[] }} study
 * @returns {string} sentences: how many gates compare processes before they are warm
 */
function warmth ({ gates }) {
  const measured = gates.filter(({ verdict }) => verdict)
  const cold = measured.filter(({ doubts }) => doubts.includes('not-warm')).length
  return `In ${cold} of ${measured.length} gates a server was not warm: its CPU time per request still fell within a sample. They compare the first seconds of a process; later the difference can be another.`
}

/**
 * @param {{ gates: any[] }} study
 * @returns {string} Markdown table
 */
function releasesTable (study) {
  const rows = groupsOf(study).flatMap(({ name, gates }) =>
    gates.map((gate) => [name, gate.label, gate.verdict ?? `not measured: ${gate.failed}`, changeText(gate), gate.function ? `\`${gate.function}\`` : ''])
  )
  return table(['package', 'release', 'verdict', 'CPU per request', 'first regressed function'], rows)
}

/** @typedef {import('../../../trials/studies/releases-wrk').Rates} Rates */
/**
 * @typedef {object} WrkStudy results/releases-wrk-study.json
 * @property {{ id: string, requestsPerSecond: { older: Rates, newer: Rates, undone?: Rates } }[]} measured
 */

/**
 * @param {{ gates: any[] }} study
 * @param {WrkStudy} wrk
 * @returns {{ gate: any, ratio: number, wrk: Rates | null }[]} those that were measured. `ratio`: CPU time per request,
 *   newer over older; `wrk`: requests per second, older over newer
 */
function reportedGates ({ gates }, { measured }) {
  return gates.filter(({ kind, witnesses }) => kind === 'reported' && witnesses).map(function (gate) {
    const { older, newer } = measured.find(({ id }) => id === gate.id)?.requestsPerSecond ?? {}
    const wrk = older && newer ? { first: older.first / newer.first, later: older.later / newer.later } : null
    return { gate, ratio: gate.witnesses[CPU].ratio, wrk }
  })
}

/**
 * @param {number} one ratio
 * @param {number} other
 */
function areAlike (one, other) {
  return Math.abs(Math.log(one / other)) < Math.log(ALIKE_TIMES)
}

/**
 * @param {{ gates: any[] }} study
 * @param {WrkStudy} wrk
 * @returns {string} sentences
 */
function reportedHeadline (study, wrk) {
  const all = reportedGates(study, wrk)
  const found = all.filter(({ gate }) => gate.verdict === 'fails').length
  const alike = all.filter(({ gate, ratio }) => areAlike(gate.slowdown, ratio)).length
  const checked = all.flatMap(({ ratio, wrk }) => (wrk ? [{ ratio, wrk }] : []))
  const confirmed = checked.filter(({ ratio, wrk }) => areAlike(wrk.first, ratio) || areAlike(wrk.later, ratio)).length
  return `The gate finds ${found} of ${all.length}. The size is that of the thread (within ${ALIKE_TIMES} times) in ${alike}, and that of wrk on this machine, in the first second or later, in ${confirmed} of ${checked.length}.`
}

/**
 * @param {{ gates: any[] }} study
 * @param {WrkStudy} wrk
 * @returns {string} Markdown table
 */
function reportedTable (study, wrk) {
  const rows = reportedGates(study, wrk).map(({ gate, ratio, wrk }) => [
    `[${gate.thread}](https://github.com/${gate.thread.replace('#', '/issues/')})`,
    `${gate.package} ${gate.from} → ${gate.to}`,
    `${gate.slowdown} times: ${gate.said}`,
    gate.verdict,
    `${rounded(ratio)} times [${gate.witnesses[CPU].interval.map(rounded).join(' .. ')}]`,
    wrk ? `${rounded(wrk.first)} and ${rounded(wrk.later)}` : ''
  ])
  return table(['thread', 'release', 'the thread says', 'verdict', 'CPU per request', 'wrk: first second, later'], rows)
}

const CAUSES_HEAD = ['release', 'CPU per request', 'change', 'older: requests/s', 'newer', 'newer, change undone', 'explained']

/**
 * @param {{ gates: any[] }} study
 * @param {WrkStudy} wrk
 * @returns {{ source: string, cells: string[] }[]} what the largest changes come from; `cells`: see CAUSES_HEAD
 */
function causesOf ({ gates }, { measured }) {
  return causes.flatMap(function ({ id, change: what, source }) {
    const gate = gates.find((one) => one.id === id && one.run === 1)
    const found = measured.find((one) => one.id === id)?.requestsPerSecond
    if (!gate?.witnesses || !found) return []
    const { older, newer, undone } = found
    const perSecond = [older, newer, undone].map((rates) => (rates ? grouped(Math.round(meanOf(rates))) : ''))
    const share = undone ? Math.log(meanOf(undone) / meanOf(newer)) / Math.log(meanOf(older) / meanOf(newer)) : null
    return [{ source, cells: [id, change(gate.witnesses[CPU].ratio), what, ...perSecond, share === null ? '' : wholePercent(share)] }]
  })
}

/** @param {Rates} rates */
function meanOf ({ first, later }) {
  return (AGES.first * first + AGES.later * later) / (AGES.first + AGES.later)
}

/**
 * @param {{ gates: any[] }} study
 * @param {WrkStudy} wrk
 * @returns {string} Markdown table
 */
function causesTable (study, wrk) {
  const rows = causesOf(study, wrk).map(({ source, cells: [id, cpu, what, ...more] }) => [id, cpu, `[${what}](${source})`, ...more])
  return table(CAUSES_HEAD, rows)
}

/**
 * @param {{ gates: any[] }} study
 * @returns {{ id: string, both: any[], hours: number, overlap: boolean }[]} pairs that were measured again: the first
 *   gate and a later one, the hours between them, and whether their intervals overlap
 */
function repeated ({ gates }) {
  return gates.filter(({ run, verdict }) => run > 1 && verdict).map(function (later) {
    const first = gates.find(({ id, run }) => id === later.id && run === 1)
    const [one, two] = [first, later].map(({ witnesses }) => witnesses[CPU].interval)
    const hours = (Date.parse(later.date) - Date.parse(first.date)) / 3_600_000
    return { id: later.id, both: [first, later], hours, overlap: one[0] <= two[1] && two[0] <= one[1] }
  })
}

/** @param {{ gates: any[] }} study */
function repeatedHeadline (study) {
  const all = repeated(study)
  const hours = all.map((one) => one.hours)
  const pairs = new Set(all.map(({ id }) => id)).size
  return (
    `${all.length} repeated gates of ${pairs} pairs, ${Math.min(...hours).toFixed(1)} to ${Math.max(...hours).toFixed(1)} hours ` +
    `after the first: the intervals overlap in ${all.filter(({ overlap }) => overlap).length} of ${all.length}.`
  )
}

/**
 * @param {{ gates: any[] }} study
 * @returns {string} Markdown table
 */
function repeatedTable (study) {
  const rows = repeated(study)
    .toSorted((a, b) => a.hours - b.hours)
    .map(({ id, both, hours, overlap }) => [
      id,
      ...both.map(({ witnesses: { [CPU]: { ratio, interval } } }) => changeText({ cpu: { ratio, interval } })),
      hours.toFixed(1),
      ['first', 'later'].filter((_, i) => both[i].doubts.includes('not-warm')).join(', '),
      overlap ? 'yes' : 'no'
    ])
  return table(['release', 'first gate', 'later gate', 'hours between', 'not warm', 'overlap'], rows)
}

module.exports = {
  CAUSES_HEAD,
  causesOf,
  causesTable,
  changeText,
  groupsOf,
  headline,
  releasesTable,
  repeatedHeadline,
  repeatedTable,
  reportedHeadline,
  reportedTable,
  warmth
}
