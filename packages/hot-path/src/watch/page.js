'use strict'

// Renders the page of a watch: the curve of saves, each with its diff.

const { createTwoFilesPatch } = require('diff')
const { document, table } = require('../report/document')
const { dots } = require('../report/dots')
const { figure } = require('../report/figure')
const { html } = require('../report/html')
const { changedFiles } = require('./saves')
const { filesText, sentencesOf, timeOf } = require('./text')

/** @typedef {import('./text').Shown} Shown */

/**
 * @param {Shown[]} all at least one
 * @param {{ file: string, load: string, baseline: string }} about `baseline`: as typed
 * @returns {string} HTML
 */
function watchPage (all, { file, load, baseline }) {
  const last = all[all.length - 1]
  const [first, ...others] = sentencesOf(last)
  const [what, ...output] = first.split('\n')
  return document({
    title: `Watch: ${file}`,
    lead: {
      what,
      more: [output.length > 0 ? html`<pre>${output.join('\n')}</pre>` : '', others.map(paragraph)],
      next: html`<p>Confirm the result before you merge: <code>npx hot-path gate --baseline=${baseline} --candidate=${file}</code> measures longer and has known error rates.</p>`,
      chart: figure(curve(all))
    },
    body: html`${table(['save', 'time', 'changed', 'result', 'times the throughput', 'rounds'], all.map(toRow), 'Saves')}
<p>Load: ${load}. Each round starts the save and its baseline anew, and loads both in turn. Intervals cover 99 %.</p>
${all.map((shown, i) => toSection(shown, all[i - 1]))}`
  })
}

/** @param {Shown} shown */
function toRow ({ save, word, ratio }) {
  const { number, like, rounds } = save
  const result = ratio ? `${ratio.ratio.toFixed(2)} (${ratio.low.toFixed(2)} to ${ratio.high.toFixed(2)})` : ''
  return [String(number), timeOf(save), like === null ? filesText(save) : `as save ${like}`, word, result, String(rounds.length)]
}

/** @param {Shown[]} all */
function curve (all) {
  const seen = all.flatMap(({ ratio }, row) => (ratio ? [{ ...ratio, row }] : []))
  return dots({
    title: 'Throughput of each save, relative to the baseline (ratio)',
    note: 'More is better; 1 is no change. The line is the 99 % interval. Saves that failed have no point.',
    scale: 'log',
    rows: all.map(({ save }) => `save ${save.number}`),
    colours: 'marks',
    marks: [{ name: 'all rounds', points: seen.map(({ ratio, row }) => /** @type {[number, number]} */ ([ratio, row])) }],
    spans: seen.map(({ low, high, row }) => /** @type {[number, number, number]} */ ([low, high, row])),
    table: { head: ['save', 'ratio', 'low', 'high'], rows: seen.map(({ ratio, low, high, row }) => [`save ${all[row].save.number}`, ...[ratio, low, high].map((value) => value.toFixed(2))]) }
  })
}

/**
 * @param {Shown} shown
 * @param {Shown} [before]
 */
function toSection (shown, before) {
  const { save } = shown
  const diff = before ? diffOf(before.save.texts, save.texts) : ''
  return html`<h2>Save ${save.number}</h2>
${sentencesOf(shown).map(paragraph)}
${diff ? html`<pre>${diff}</pre>` : ''}`
}

/** @param {string} sentence which the output of a server may follow */
function paragraph (sentence) {
  const [first, ...output] = sentence.split('\n')
  return html`<p>${first}</p>${output.length > 0 ? html`<pre>${output.join('\n')}</pre>` : ''}`
}

/**
 * @param {Map<string, string>} before texts by file
 * @param {Map<string, string>} after
 * @returns {string} a unified diff
 */
function diffOf (before, after) {
  return changedFiles(before, after)
    .map((name) => createTwoFilesPatch(name, name, before.get(name) ?? '', after.get(name) ?? '').replace(/^(?:Index: .*\n)?=+\n/, ''))
    .join('\n')
}

module.exports = { watchPage }
