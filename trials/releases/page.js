'use strict'

// Draws results/releases-study.json as a page, with a chart for each package:
//   node trials/releases/page.js        writes reports/releases.html

const fs = require('fs')
const path = require('path')
const { dots, document, figure, html, table } = require('hot-path/reporting')
const { CAUSES_HEAD, causesOf, changeText, groupsOf, headline } = require('../../scripts/docs/releases/tables')

const ROOT = path.resolve(__dirname, '../..')
const FILE = path.join(ROOT, 'reports/releases.html')

/** @typedef {import('../../scripts/docs/releases/tables').Group} Group */

/**
 * @param {{ gates: any[], machine: any }} study
 * @param {import('../../scripts/docs/releases/tables').WrkStudy} wrk
 * @returns {string} HTML
 */
function page (study, wrk) {
  const groups = groupsOf(study)
  return document({
    title: 'Releases of common packages',
    lead: { what: headline(study).replaceAll('`', ''), more: html`<p>CPU time per request of a small server, newer release over older. Each gate took a minute, on Node 24 (restify: 22).</p>` },
    body: html`${groups.map(toSection)}
<h2>What the largest changes come from</h2>
${table(CAUSES_HEAD, causesOf(study, wrk).map(({ cells }) => cells), 'Causes')}`
  })
}

/** @param {Group} group */
function toSection ({ name, gates }) {
  const rows = gates.map((gate) => [gate.label, gate.verdict ?? 'not measured', changeText(gate), gate.function ?? gate.failed ?? ''])
  return html`<h2>${name}</h2>
${figure(chart(gates))}
${table(['release', 'verdict', 'CPU per request', 'first regressed function'], rows, name)}`
}

/** @param {Group['gates']} gates */
function chart (gates) {
  const measured = gates.flatMap(({ cpu }, row) => (cpu ? [{ ...cpu, row }] : []))
  return dots({
    title: 'CPU time per request, newer release over older (ratio)',
    note: 'Less is better; 1 is no change. The line is the interval of the gate.',
    scale: 'log',
    rows: gates.map(({ label }) => label),
    colours: 'marks',
    marks: [{ name: 'ratio', points: measured.map(({ ratio, row }) => /** @type {[number, number]} */ ([ratio, row])) }],
    spans: measured.map(({ interval, row }) => /** @type {[number, number, number]} */ ([...interval, row])),
    table: {
      head: ['release', 'ratio', 'low', 'high'],
      rows: measured.map(function ({ ratio, interval, row }) {
        return [gates[row].label, ...[ratio, ...interval].map((value) => value.toFixed(3))]
      })
    }
  })
}

module.exports = { page }

if (require.main === module) {
  fs.mkdirSync(path.dirname(FILE), { recursive: true })
  const read = (/** @type {string} */ name) => JSON.parse(fs.readFileSync(path.join(ROOT, 'results', name), 'utf8'))
  fs.writeFileSync(FILE, page(read('releases-study.json'), read('releases-wrk-study.json')))
  console.log(path.relative(process.cwd(), FILE))
}
