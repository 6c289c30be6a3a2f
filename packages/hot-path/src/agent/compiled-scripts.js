'use strict'

// A probe: runs inside the server under test, after a measurement. Reads the scripts of the application that a loader
// has compiled in memory (tsx, ts-node, @swc-node/register): their files contain other text than V8 runs.

const fs = require('fs')
const { withInspector } = require('./probes/inspector')

const OWN_FILE = /^(file:\/\/)?(\/(?!.*\/node_modules\/).+)$/

/** @typedef {import('../types/source').CompiledScript} CompiledScript */

/** @returns {CompiledScript[]} */
function compiledScripts () {
  /** @type {CompiledScript[]} */
  const scripts = []
  withInspector(function (post, on) {
    /** @type {Map<string, string>} latest id of each script with a source map in its own text, by file */
    const ids = new Map()
    on('Debugger.scriptParsed', ({ scriptId, url, sourceMapURL }) => {
      const [, isUrl, place] = OWN_FILE.exec(url) ?? []
      if (place && sourceMapURL.startsWith('data:')) ids.set(isUrl ? decodeURIComponent(place) : place, scriptId)
    })
    post('Debugger.enable') // reports all scripts
    for (const [file, scriptId] of ids) {
      const text = post('Debugger.getScriptSource', { scriptId }).scriptSource
      if (text !== textOf(file)) scripts.push({ file, text })
    }
  })
  return scripts
}

/** @param {string} file */
function textOf (file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** @type {import('../types/agent').Probe} */
module.exports = () => (word) => (word === 'read' ? { scripts: compiledScripts() } : {})
