'use strict'

// Runs in hot-path itself. Loads the agent into a running process, through its inspector. The process receives
// the text of the agent's files, because it may be unable to read them: it may have another file system (debug
// container) or another user.

const fs = require('fs')
const path = require('path')
const { ATTACHED, LOADER, PROBES } = require('../../agent')

const RELATIVE = /\brequire\('(\.[^']+)'\)/g

/**
 * Loads the agent into a running process.
 *
 * @param {{ call: (run: Function, values: object[]) => Promise<unknown> }} session with its inspector
 * @param {object} line address of the control channel, and options (see attached.js)
 * @throws {import('../../util/errors').OperationalError} if the process cannot load it
 */
async function loadAgent (session, line) {
  const files = filesFrom([LOADER, ATTACHED, ...Object.values(PROBES)])
  // V8 compiles and caches each value. The files are a value of their own, because they are the same each time.
  await session.call(runAgent, [{ files, loader: LOADER, attached: ATTACHED }, line])
}

/**
 * @param {string[]} entries absolute paths of modules
 * @returns {Record<string, string>} texts of these modules and of those that they require, by absolute path
 */
function filesFrom (entries) {
  /** @type {Record<string, string>} */
  const texts = {}
  const files = [...entries]
  for (const file of files) {
    if (Object.hasOwn(texts, file)) continue
    texts[file] = fs.readFileSync(file, 'utf8')
    files.push(...[...texts[file].matchAll(RELATIVE)].map(([, name]) => path.resolve(path.dirname(file), `${name}.js`)))
  }
  return texts
}

/**
 * Runs inside the process, which evaluates its source text, so it must not use outer variables.
 *
 * @this {NodeJS.Require} of the inspector's console
 * @param {{ files: Record<string, string>, loader: string, attached: string }} agent
 * @param {object} line
 */
function runAgent ({ files, loader, attached }, line) {
  const require = this
  const { isBuiltin } = require('module')
  const { dirname, resolve } = require('path')
  const { compileFunction } = require('vm')
  const compile = (/** @type {string} */ file, /** @type {string[]} */ parameters) =>
    compileFunction(`'use strict'; {${files[file]}\n}`, parameters, { filename: file })
  const first = { exports: /** @type {any} */ ({}) }
  compile(loader, ['module'])(first)
  first.exports({ builtins: {}, compile, dirname, isBuiltin, ofModule: {}, require, resolve })(attached)(line)
}

module.exports = { loadAgent }
