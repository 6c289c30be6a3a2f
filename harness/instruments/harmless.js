'use strict'

const fs = require('fs/promises')

// How the one line begins in which 0x, and in which Clinic Flame, writes what it has recorded.
const DATA = ['    visualizer(', 'module.exports={"appName"']

/**
 * The flame graphs put the names of functions and files into a script as they are. One that is called `</script>` would
 * end it, and what follows would run. In a string of JSON, `<` may be written in another way.
 *
 * @param {string} page that was drawn, rewritten in its place
 */
async function makeHarmless (page) {
  const lines = (await fs.readFile(page, 'utf8')).split('\n')
  const isData = (/** @type {string} */ line) => DATA.some((beginning) => line.startsWith(beginning))
  await fs.writeFile(page, lines.map((line) => isData(line) ? line.replaceAll('<', '\\u003c') : line).join('\n'))
}

module.exports = { makeHarmless }
