'use strict'

// Draws the learner's report: bets beside measurements, and links to the pages of the learner's own runs.

const fs = require('fs')
const path = require('path')
const { document, html, table } = require('hot-path/reporting')

/**
 * @param {{ chapters: import('./workshop-parser').Chapter[], state: import('./state').State, work: string }} lesson
 * @returns {string} HTML
 */
function drawReport ({ chapters, state, work }) {
  const begun = chapters.flatMap((chapter) => {
    const done = state.chapters[chapter.number]
    return done?.bet ? [{ chapter, done, pages: keptIn(work, chapter.number) }] : []
  })
  const passed = begun.filter(({ done }) => done.passed)
  return document({
    title: 'My workshop',
    lead: {
      what: `${passed.length} of ${chapters.length} chapters checked.`,
      next: html`Continue in the terminal: <code>npm run learn</code>`
    },
    body: html`${begun.length ? table(['chapter', 'my prediction', 'measured', 'hints'], begun.map(rowOf), 'Predictions and measurements') : ''}
${begun.map(sectionOf)}`
  })
}

/** @typedef {{ chapter: import('./workshop-parser').Chapter, done: import('./state').ChapterState, pages: string[] }}
 * Begun */

/** @param {Begun} begun */
function rowOf ({ chapter: { number, title }, done: { bet, hints = 0, passed, gaveUp } }) {
  const told = gaveUp ? 'the answer was shown' : 'not yet'
  return [`${number}. ${title}`, bet?.text, passed ? (passed.measured ?? 'done') : told, String(hints)]
}

/** @param {Begun} begun */
function sectionOf ({ chapter: { number, title, question }, done: { passed }, pages }) {
  if (!passed && pages.length === 0) return ''
  const links = pages.map((page, i) => html`${i ? ', ' : ''}<a href="${page}">${path.basename(page, '.html')}</a>`)
  return html`<h2>${number}. ${title}</h2>
<p>${question}</p>
<ul>${(passed?.saw ?? []).map((line) => html`<li>${line}</li>`)}</ul>
${links.length ? html`<p>Pages of your own runs: ${links}</p>` : ''}`
}

/**
 * @param {string} work
 * @param {number} number of the chapter
 * @returns {string[]} paths of the saved pages, relative to the report
 */
function keptIn (work, number) {
  const folder = path.join(work, 'reports', String(number))
  return fs.existsSync(folder) ? fs.readdirSync(folder).sort().map((name) => `reports/${number}/${name}`) : []
}

module.exports = { drawReport }
