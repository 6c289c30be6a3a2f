'use strict'

// Finds the line of the application that makes an object retain more, by the object's name. Pure, except for the
// `readSource` argument.

const { addingLine, columnOf, innermostAt, lineAt } = require('./attribution')
const { callOn, importOf, packageOf } = require('./package-names')
const { toPath } = require('./source')
const { isDependency } = require('../util/frame-kind')

/** @typedef {import('../types/source').Retainer} Retainer */
/** @typedef {import('../types/source').SourceRange} SourceRange */
/** @typedef {import('../types/source').ReadSource} ReadSource */
/** @typedef {{ files: string[], functions: SourceRange[], readSource: ReadSource }} Sources `files`: in search order */
/** @typedef {{ file: string, line: number, column: number, function: string }} Position */

/**
 * @param {Retainer} retainer
 * @param {{ functions: SourceRange[], readSource: ReadSource }} options `functions`: those of the application that ran
 * @returns {Position | null}
 */
function retainingLine ({ path, file, list }, { functions, readSource }) {
  const own = file === null ? null : toPath(file)
  const others = functions.map((one) => one.file)
  const isOwn = own !== null && !isDependency(own)
  const sources = { files: [...new Set([...(isOwn ? [own] : []), ...others])], functions, readSource }
  if (own !== null && !isOwn) return callOf(packageOf({ file: own }), sources)
  const [variable] = path
  return (
    addingLine(path, sources) ??
    (list === 'Listener' ? firstMatch(/\.addEventListener\s*\(/g, sources) : null) ??
    (list === 'PromiseReaction' ? firstMatch(awaiting(variable), sources) : null) ??
    firstMatch(callsOn(path), sources)
  )
}

/** @param {string} name of a promise */
function awaiting (name) {
  const own = escaped(name)
  return new RegExp(
    `\\bPromise\\s*\\.\\s*(?:race|any|all|allSettled)\\s*\\([^;]*?${own}|\\bawait\\s+${own}|${own}\\s*\\.\\s*(?:then|catch|finally)\\s*\\(`,
    'g'
  )
}

/** @param {string[]} path of a retainer: calls a method of an object on the path, or has the variable as an argument */
function callsOn ([variable, ...fields]) {
  const own = escaped(variable)
  const plain = fields.filter(Boolean).map((name) => name.replace(/[^\w]/g, '\\$&'))
  const access = plain.reduceRight((inner, name) => `(?:\\s*\\??\\.\\s*${name}${inner})?`, '')
  return new RegExp(`${own}${access}\\s*\\??\\.\\s*[\\w$]+\\s*\\(|\\(\\s*(?:[^()\\n]*,\\s*)?${own}`, 'g')
}

/** @param {string} name */
function escaped (name) {
  return `(?<![\\w$.'"\`])${name.replace(/[^\w]/g, '\\$&')}(?![\\w$'"\`])`
}

/**
 * @param {RegExp} pattern global
 * @param {Sources} sources
 * @returns {Position | null} the first match inside a function that ran
 */
function firstMatch (pattern, { files, functions, readSource }) {
  for (const file of files) {
    const source = readSource(file)
    if (source === null) continue
    const inner = functions.filter((one) => one.file === file && one.to - one.from < source.length - 1)
    for (const { index } of source.matchAll(pattern)) {
      const around = innermostAt(inner, index)
      if (around) return positionAt(source, { file, index, name: around.name })
    }
  }
  return null
}

/**
 * Finds where the application calls a package that retains memory: `app.use(session({ ... }))`.
 *
 * @param {string} name of the package
 * @param {Sources} sources
 * @returns {Position | null}
 */
function callOf (name, { files, functions, readSource }) {
  for (const file of files) {
    const source = readSource(file)
    const imported = source === null ? null : importOf(name, source)
    if (source === null || !imported) continue
    const call = callOn(imported.names).exec(source.slice(imported.after))
    if (call) {
      const index = imported.after + call.index
      const around = innermostAt(functions.filter((one) => one.file === file), index)
      return positionAt(source, { file, index, name: around?.name ?? '' })
    }
  }
  return null
}

/**
 * @param {string} source
 * @param {{ file: string, index: number, name: string }} match
 * @returns {Position}
 */
function positionAt (source, { file, index, name }) {
  const line = lineAt(source, index)
  return { file, line, column: columnOf(file, line, () => source), function: name || '(anonymous)' }
}

/**
 * @param {Pick<Retainer, 'path' | 'file'>} retainer
 * @param {{ readSource: ReadSource }} options
 * @returns {number | null} the line that declares its variable
 */
function declarationOf ({ path: [variable], file }, { readSource }) {
  const source = file === null ? null : readSource(toPath(file))
  if (source === null) return null
  const name = variable.replace(/[^\w]/g, '\\$&')
  const found = new RegExp(`\\b(?:const|let|var|class|function|import)\\b[^=;(]*(?<![\\w$.])${name}(?![\\w$])`).exec(source)
  return found ? lineAt(source, found.index + found[0].length - 1) : null
}

module.exports = { declarationOf, retainingLine }
