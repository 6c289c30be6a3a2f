'use strict'

const { html } = require('./html')
const { shareText } = require('../source/location-text')
const { excerpt } = require('../source/source')

/**
 * Renders source locations, each with its line and the surrounding lines.
 *
 * @param {import('../types/pipeline').Place[]} places by severity
 */
function placeList (places) {
  if (places.length === 0) return ''
  return html`<ol class="places">${places.map(item)}</ol>`
}

/** @param {import('../types/pipeline').Place} place */
function item (place) {
  const { file, line, function: name, why } = place
  return html`<li>
<p><code>${file}:${line}</code> <code>${name}</code> ${shareText(place)}${why ? `: ${why}` : ''}</p>
${source(excerpt(place))}
</li>`
}

/** @param {ReturnType<typeof excerpt>} lines */
function source (lines) {
  if (lines.length === 0) return ''
  const width = String(lines.at(-1)?.line).length
  const numbered = lines.map(({ line, text, isIt }) => ({ text: `${String(line).padStart(width)}  ${text}`, isIt }))
  return html`<pre class="scroll" tabindex="0">${numbered.map(({ text, isIt }) => html`${isIt ? html`<mark>${text}</mark>` : text}\n`)}</pre>`
}

module.exports = { placeList }
