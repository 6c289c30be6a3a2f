'use strict'

// Draws the learner's report: bets beside measurements, and links to the pages of the learner's own runs.

const fs = require('fs')
const path = require('path')
const { counted, document, html, table } = require('hot-path/reporting')

/**
 * @param {object} lesson
 * @param {import('./workshop-parser').Chapter[]} lesson.chapters
 * @param {import('./cases/list').Case[]} lesson.cases
 * @param {import('./state').State} lesson.state
 * @param {string} lesson.work absolute path of my-work
 * @returns {string} HTML
 */
function drawReport ({ chapters, cases, state, work }) {
  const begun = chapters.flatMap((chapter) => {
    const done = state.chapters[chapter.number]
    return done?.bet ? [{ chapter, done, pages: keptIn(work, chapter.number) }] : []
  })
  const passed = begun.filter(({ done }) => done.passed)
  const tried = cases.flatMap((one) => (state.cases?.[one.id] ? [{ one, done: state.cases[one.id] }] : []))
  const cured = tried.filter(({ done }) => done.cured)
  return document({
    title: 'My workshop',
    lead: {
      what: `${passed.length} of ${chapters.length} chapters checked, ${counted(cured.length, 'case')} cured.`,
      next: html`Continue in the terminal: <code>npm run learn</code>`
    },
    body: html`${begun.length ? table(['chapter', 'my prediction', 'measured', 'hints'], begun.map(rowOf), 'Predictions and measurements') : ''}
${tried.length ? table(['case', 'my diagnosis', 'cured', 'hints'], tried.map(caseRow), 'Cases') : ''}
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

/** @param {{ one: import('./cases/list').Case, done: import('./state').CaseState }} tried */
function caseRow ({ one: { number, title }, done: { diagnosed = [], cured, gaveUp, hints = 0 } }) {
  return [`${number}. ${title}`, diagnosed.join(', '), cured ? cured.slice(0, 10) : gaveUp ? 'the answer was shown' : 'not yet', String(hints)]
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
