'use strict'

const { html } = require('./html')
const { shareText } = require('../source/location-text')
const { excerpt } = require('../source/source')

/**
 * @typedef {{ file: string, line: number, function: string, facts: string[], source?: string }} Line what was found
 *   about one line; `source`: path of the file, if it is not `file`
 * @typedef {import('../types/pipeline').Place} Place
 */

/**
 * @param {Place[]} places by severity
 * @returns {Line[]} each line once, with everything that was found about it
 */
function linesOf (places) {
  /** @type {Map<string, Line>} */
  const lines = new Map()
  for (const { file, line, function: name, why, ...place } of places) {
    const one = lines.get(`${file}:${line}`) ?? { file, line, function: name, facts: [] }
    const fact = `${shareText(place)}${why ? `: ${why}` : ''}`
    lines.set(`${file}:${line}`, { ...one, facts: [...new Set([...one.facts, fact])] })
  }
  return [...lines.values()]
}

/**
 * Renders source lines, each with what was found about it, and the lines around it.
 *
 * @param {Line[]} lines
 */
function lineList (lines) {
  if (lines.length === 0) return ''
  return html`<ol class="places">${lines.map(item)}</ol>`
}

/** @param {Line} line */
function item (line) {
  const { file, line: number, function: name, facts, source: path = file } = line
  return html`<li>
<p><code><strong>${file}:${number}</strong> ${name}</code></p>
${source(excerpt({ file: path, line: number }))}
${facts.map((fact) => html`<p>${fact}</p>`)}
</li>`
}

/** @param {ReturnType<typeof excerpt>} lines */
function source (lines) {
  if (lines.length === 0) return ''
  const width = String(lines.at(-1)?.line).length
  const indent = Math.min(...lines.filter(({ text }) => text).map(({ text }) => text.search(/\S/)))
  const numbered = lines.map(({ line, text, isIt }) => ({ text: `${String(line).padStart(width)}  ${text.slice(indent)}`, isIt }))
  return html`<pre class="scroll" tabindex="0">${numbered.map(({ text, isIt }) => html`${isIt ? html`<mark>${text}</mark>` : text}\n`)}</pre>`
}

module.exports = { lineList, linesOf }
