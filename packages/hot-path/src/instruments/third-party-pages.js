'use strict'

const fs = require('fs/promises')

// How the one line begins in which 0x, and in which Clinic Flame, writes what it has recorded.
const DATA = ['    visualizer(', 'module.exports={"appName"']

// The pages draw with scripts of their own, and bring their pictures and fonts along. They need nothing from elsewhere,
// and whatever runs in them cannot tell anybody.
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; font-src data:; " +
  "base-uri 'none'; form-action 'none'"

/**
 * The flame graphs put the names of functions and files into a script as they are. One that is called `</script>` would
 * end it, and what follows would run. In a string of JSON, `<` may be written in another way.
 *
 * @param {string} html the page that 0x or Clinic Flame drew
 * @returns {string} the same, with such names harmless, and with a Content-Security-Policy
 * @throws {Error} when it is not of the form that we know: then we cannot tell whether it is harmless
 */
function sanitize (html) {
  const lines = html.split('\n')
  const data = lines.findIndex(isData)
  const isKnown = data >= 0 && lines.filter(isData).length === 1 && html.includes('<head>')
  if (!isKnown) throw new Error('the page is not of the form that hot-path knows, so its names cannot be made harmless')
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
 * @param {string} page path of what a tool drew, rewritten in its place
 * @param {(html: string) => string} [change] what else is to be done to it
 */
async function sanitizeFile (page, change = (html) => html) {
  await fs.writeFile(page, sanitize(change(await fs.readFile(page, 'utf8'))))
}

// What the page of 0x (6.0, with d3-fg 6.14) shows wrongly is put right here.

const BEGINNING = '    visualizer('
const END = ')'

// d3-fg makes the colour of a hot box by multiplying its saturation, up to a hundred times. From about a tenth of the
// time on, that is white: the hottest box is white on white, and without a frame.
const COLOUR = 'var rgb = hsl(h, s, l)'
// The logarithm of the share tells 1 % from 10 % and 10 % from 100 %. At the hottest, black letters have a contrast of
// 6 to 1 (at least 4.5 is asked for by WCAG 2.2, 1.4.3). With the colours of `Tiers`, the saturation is bounded.
const READABLE_COLOUR = `var heat = Math.log(1 + 100 * Math.max(0, top / allSamples || 0)) / Math.log(101)
  var rgb = tiers ? hsl(h, Math.min(1, s), l) : hsl(h, 0.66 + 0.34 * heat, Math.min(1, perc * (0.9 - 0.35 * heat)))`

// 0x takes what has no `.js` in its name for a part of V8, and hides it: all of Node's own modules ("node:fs:12").
// Their time then counted for the function that called them.
const NODES_OWN = / node:\S+$/

/** @typedef {{ name: string, type?: string, children?: Box[] }} Box of the flame graph */

/**
 * @param {string} html a page that 0x drew
 * @returns {string} the same, in readable colours, and with Node's own functions in it
 * @throws {Error} when it is not of the form that we know
 */
function readable (html) {
  if (html.split(COLOUR).length !== 2) throw new Error('0x draws its colours in a way that hot-path does not know')
  const lines = html.replace(COLOUR, () => READABLE_COLOUR).split('\n')
  const data = lines.findIndex((line) => line.startsWith(BEGINNING))
  if (data < 0 || !lines[data].endsWith(END)) throw new Error('0x writes its data in a way that hot-path does not know')
  const [trees, options] = JSON.parse(`[${lines[data].slice(BEGINNING.length, -END.length)}]`)
  const rewritten = [Object.fromEntries(Object.entries(trees).map(([name, tree]) => [name, toBox(tree)])), options]
  return lines.with(data, BEGINNING + rewritten.map((part) => JSON.stringify(part)).join(', ') + END).join('\n')
}

/**
 * @param {Box} box
 * @returns {Box} of the right type, and without an empty list of children: d3-fg counts the time of a hidden function
 *   for its caller only where it has none
 */
function toBox ({ children = [], ...box }) {
  const typed = NODES_OWN.test(box.name) ? { ...box, type: 'core' } : box
  return children.length ? { ...typed, children: children.map(toBox) } : typed
}

module.exports = { readable, sanitize, sanitizeFile }
