'use strict'

const fs = require('fs/promises')

// Beginnings of the line that holds the recorded data: in pages of 0x, and in pages of Clinic Flame.
const DATA = ['    visualizer(', 'module.exports={"appName"']

// The pages draw with inline scripts, and contain their images and fonts. They need nothing from elsewhere, and scripts
// in them cannot send data anywhere.
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; font-src data:; " +
  "base-uri 'none'; form-action 'none'"

/**
 * Flame graph pages contain names of functions and files in a script, unescaped. A name such as `</script>` would end
 * the script, and the rest would run. A JSON string allows an escape sequence for `<`.
 *
 * @param {string} html a page of 0x or Clinic Flame
 * @returns {string} the page with harmless names and a Content-Security-Policy
 * @throws {Error} if the page has an unknown format: then it is not known to be harmless
 */
function sanitize (html) {
  const lines = html.split('\n')
  const data = lines.findIndex(isData)
  const isKnown = data >= 0 && lines.filter(isData).length === 1 && html.includes('<head>')
  if (!isKnown) throw new Error('the page has an unknown format, so its function names cannot be escaped safely')
  return lines
    .with(data, lines[data].replaceAll('<', '\\u003c'))
    .join('\n')
    .replace('<head>', () => `<head><meta http-equiv="Content-Security-Policy" content="${POLICY}">`)
}

/** @param {string} line */
function isData (line) {
  return DATA.some((beginning) => line.startsWith(beginning))
}

/**
 * @param {string} page path of a tool's page, which is rewritten in place
 * @param {(html: string) => string} [change] another change, made first
 */
async function sanitizeFile (page, change = (html) => html) {
  await fs.writeFile(page, sanitize(change(await fs.readFile(page, 'utf8'))))
}

// Corrections of the pages of 0x (6.0, with d3-fg 6.14).

const BEGINNING = '    visualizer('
const END = ')'

// d3-fg colours a hot box by multiplying its saturation, up to a hundred times. From about a tenth of the time on, that
// is white: the hottest box is white on white, and has no frame.
const COLOUR = 'var rgb = hsl(h, s, l)'
// The logarithm of the share distinguishes 1 % from 10 %, and 10 % from 100 %. At the hottest, black letters have a
// contrast of 6 to 1 (WCAG 2.2, 1.4.3 requires 4.5). With the colours of `Tiers`, the saturation is bounded.
const READABLE_COLOUR = `var heat = Math.log(1 + 100 * Math.max(0, top / allSamples || 0)) / Math.log(101)
  var rgb = tiers ? hsl(h, Math.min(1, s), l) : hsl(h, 0.66 + 0.34 * heat, Math.min(1, perc * (0.9 - 0.35 * heat)))`

// 0x takes names without `.js` for parts of V8, and hides them: all of Node's own modules ("node:fs:12"). Their time
// then counts for their callers.
const NODES_OWN = / node:\S+$/

/** @typedef {{ name: string, type?: string, children?: Box[] }} Box of the flame graph */

/**
 * @param {string} html a page of 0x
 * @returns {string} the page with readable colours, and with Node's own functions
 * @throws {Error} if the page has an unknown format
 */
function readable (html) {
  if (html.split(COLOUR).length !== 2) throw new Error('the colours of the page of 0x have an unknown format')
  const lines = html.replace(COLOUR, () => READABLE_COLOUR).split('\n')
  const data = lines.findIndex((line) => line.startsWith(BEGINNING))
  if (data < 0 || !lines[data].endsWith(END)) throw new Error('the data in the page of 0x have an unknown format')
  const [trees, options] = JSON.parse(`[${lines[data].slice(BEGINNING.length, -END.length)}]`)
  const rewritten = [Object.fromEntries(Object.entries(trees).map(([name, tree]) => [name, toBox(tree)])), options]
  return lines.with(data, BEGINNING + rewritten.map((part) => JSON.stringify(part)).join(', ') + END).join('\n')
}

/**
 * @param {Box} box
 * @returns {Box} with the right type, and without an empty list of children: only then does d3-fg count the time of a
 *   hidden function for its caller
 */
function toBox ({ children = [], ...box }) {
  const typed = NODES_OWN.test(box.name) ? { ...box, type: 'core' } : box
  return children.length ? { ...typed, children: children.map(toBox) } : typed
}

module.exports = { readable, sanitize, sanitizeFile }
