'use strict'

// Finds lines of the application that call a package. Pure, except for the `readSource` argument.

const { columnOf, innermostAt, lineAt } = require('./attribution')
const { textAt } = require('./source')
const { assignmentOf, callOn, creationOn, importOf, passedOn } = require('./package-names')

/** @typedef {import('../types/source').SourceRange} SourceRange */
/** @typedef {import('../types/source').ReadSource} ReadSource */
/** @typedef {{ files: string[], functions: SourceRange[], readSource: ReadSource }} Sources `files`: in search order */
/** @typedef {{ file: string, line: number, column: number, function: string }} Position */

/**
 * Finds where the application calls a package, `app.use(session({ ... }))`, or else passes it on,
 * `app.register(underPressure)`.
 *
 * @param {string} name of the package
 * @param {Sources} sources
 * @returns {Position | null} the first call
 */
function callOf (name, sources) {
  return firstCall(name, [callOn, passedOn], sources)
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

// `this.db.query(`, `queue.add(`, `limit(`: the object, or the function, that a line calls.
const CALLED = /(?<![\w$.])((?:this\.)?[\w$#]+)\s*(?:\??\.\s*[\w$]+\s*)?\(/g

/**
 * Finds where the object of a package is created that a line uses: `const queue = new PQueue({ concurrency: 1 })` for
 * `await queue.add(task)`.
 *
 * @param {{ file: string, line: number }} use
 * @param {Sources} sources
 * @returns {Position | null} null if it is not created in the same file
 */
function objectOf (use, { functions, readSource }) {
  const { file } = use
  const source = readSource(file)
  if (source === null) return null
  for (const [, name] of textAt(use, readSource).matchAll(CALLED)) {
    const index = assignmentOf(name, source)
    if (index !== null) return positionAt(source, { file, index }, functions)
  }
  return null
}

/**
 * @param {string} name of a package
 * @param {{ file: string, line: number }} use
 * @param {Sources} sources
 * @returns {boolean} whether the line calls the package itself, not an object of it
 */
function isDirectCall (name, use, { readSource }) {
  const source = readSource(use.file)
  const imported = source === null ? null : importOf(name, source)
  return imported !== null && callOn(imported.names).test(textAt(use, readSource))
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
      if (call) return positionAt(source, { file, index: imported.after + call.index }, functions)
    }
  }
  return null
}

/**
 * @param {string} source
 * @param {{ file: string, index: number }} match
 * @param {SourceRange[]} functions
 * @returns {Position} with the innermost function around the match
 */
function positionAt (source, { file, index }, functions) {
  const line = lineAt(source, index)
  const around = innermostAt(functions.filter((one) => one.file === file), index)
  return { file, line, column: columnOf(file, line, () => source), function: around?.name || '(anonymous)' }
}

/**
 * @param {SourceRange[] | undefined} ran functions of the application
 * @param {ReadSource} readSource
 * @param {import('../types/agent').WaitPlace[]} [places] whose files are searched first
 * @returns {Sources}
 */
function sourcesOf (ran, readSource, places = []) {
  const functions = ran ?? []
  const files = [...places.map(({ frame }) => frame.file), ...functions.map(({ file }) => file)]
  return { files: [...new Set(files)], functions, readSource }
}

module.exports = { callOf, creationOf, isDirectCall, objectOf, positionAt, sourcesOf }
