'use strict'

const { adviceOn } = require('./advice')
const { chartsOf, toSvg } = require('./charts')
const { shown } = require('./numbers')

/** @typedef {import('./records').Examination} Examination */
/** @typedef {import('./records').Stretch} Stretch */
/** @typedef {import('./records').Finding} Finding */

/**
 * The page of a check-up: findings with their evidence, and the series that they were judged by. One file, without scripts.
 *
 * @param {{ subject: import('../records').Subject, examination: Examination, stretch: Stretch, findings: Finding[] }} checkup
 * @returns {string} HTML
 */
function page ({ subject, examination, stretch, findings }) {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Check-up of ${escaped(subject.id)}</title>
<style>${STYLE}</style>
<main>
<h1>Check-up of ${escaped(subject.id)}</h1>
<p>${escaped(subject.title)}. Node ${escaped(examination.node)}, ${examination.cores} cores, ${examination.connections} connections. Judged: ${shown(stretch.seconds)} s, shaded in the pictures, with ${shown(stretch.requests)} requests. The check-up itself took ${shown(100 * stretch.observerShare)} % of the main thread's time.</p>
${findings.map(section).join('\n')}
<h2>What it was judged by</h2>
${chartsOf(examination, stretch).map((chart) => `<figure><figcaption>${escaped(chart.title)}</figcaption>${toSvg(chart)}</figure>`).join('\n')}
</main>
</html>
`
}

/** @param {Finding} finding */
function section ({ name, sentence, evidence }) {
  const { means, next } = adviceOn(name)
  return `<section>
<h2>${escaped(name)}</h2>
<p><strong>${escaped(sentence)}</strong> ${escaped(means)}</p>
<table>
<tr><th>evidence<th>value<th>limit<th>why this limit</tr>
${evidence.map(({ what, value, limit, why }) => `<tr><td>${escaped(what)}<td>${shown(value)}<td>${limit === undefined ? '' : shown(limit)}<td>${escaped(why ?? '')}</tr>`).join('\n')}
</table>
<p><strong>Next:</strong> ${escaped(next).replace(/`([^`]+)`/g, '<code>$1</code>')}</p>
</section>`
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
main { max-width: 760px; margin: 0 auto; padding: 1rem }
section { overflow-x: auto }
table { border-collapse: collapse; font-size: .875rem }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid #8886 }
td:nth-child(2), td:nth-child(3) { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
figure { margin: 1.5rem 0 }
figcaption { font-weight: 600 }
svg { width: 100%; height: auto }
`

/** @param {string} text */
function escaped (text) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

module.exports = { page }
