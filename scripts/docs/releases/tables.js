'use strict'

// The releases of common packages, as Markdown: part of npm run docs.

const { change, changeBetween } = require('hot-path/reporting')
const { wanted } = require('../../../trials/studies/releases')
const { table } = require('../table')

const CPU = 'serverCpuUsPerRequest'
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
  const first = gates.filter(({ run }) => run === 1)
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

/** @param {Shown} gate */
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
 * @returns {string} Markdown table
 */
function releasesTable (study) {
  const rows = groupsOf(study).flatMap(({ name, gates }) =>
    gates.map((gate) => [name, gate.label, gate.verdict ?? `not measured: ${gate.failed}`, changeText(gate), gate.function ? `\`${gate.function}\`` : ''])
  )
  return table(['package', 'release', 'verdict', 'CPU per request', 'first regressed function'], rows)
}

module.exports = { changeText, groupsOf, headline, releasesTable }
