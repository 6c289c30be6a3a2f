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

module.exports = { sanitize, sanitizeFile }
