'use strict'

// Finds lines of the application that call a package. Pure, except for the `readSource` argument.

const { columnOf, innermostAt, lineAt } = require('./attribution')
const { callOn, creationOn, importOf } = require('./package-names')

/** @typedef {import('../types/source').SourceRange} SourceRange */
/** @typedef {import('../types/source').ReadSource} ReadSource */
/** @typedef {{ files: string[], functions: SourceRange[], readSource: ReadSource }} Sources `files`: in search order */
/** @typedef {{ file: string, line: number, column: number, function: string }} Position */

/**
 * Finds where the application calls a package: `app.use(session({ ... }))`.
 *
 * @param {string} name of the package
 * @param {Sources} sources
 * @returns {Position | null} the first call
 */
function callOf (name, sources) {
  return firstCall(name, [callOn], sources)
}

/**
 * Finds where the application creates a package's object, such as a pool or a queue.
 *
 * @param {string} name of the package
 * @param {Sources} sources
 * @returns {Position | null}
 */
function creationOf (name, sources) {
  return firstCall(name, creationOn, sources)
}

/**
 * @param {string} name of the package
 * @param {((names: string[]) => RegExp)[]} patterns in order of preference, for the variables that hold the package
 * @param {Sources} sources
 * @returns {Position | null}
 */
function firstCall (name, patterns, { files, functions, readSource }) {
  for (const pattern of patterns) {
    for (const file of files) {
      const source = readSource(file)
      const imported = source === null ? null : importOf(name, source)
      if (source === null || !imported) continue
      const call = pattern(imported.names).exec(source.slice(imported.after))
      if (call) {
        const index = imported.after + call.index
        const around = innermostAt(functions.filter((one) => one.file === file), index)
        return positionAt(source, { file, index, name: around?.name ?? '' })
      }
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

module.exports = { callOf, creationOf, positionAt }
