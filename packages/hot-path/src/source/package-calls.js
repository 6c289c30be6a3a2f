'use strict'

// Finds lines of the application that call a package. Pure, except for the `readSource` argument.

const { columnOf, innermostAt, lineAt } = require('./attribution')
const { offsetOf, textAt } = require('./source')
const { assignmentOf, callOn, creationOn, importOf, isImported, literal, loadOn, makerOf, passedOn } = require('./package-names')

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

/**
 * Finds where the application loads a package, such as a plugin in a list.
 *
 * @param {string} name of the package
 * @param {Sources} sources
 * @returns {Position | null}
 */
function loadOf (name, sources) {
  return lineWith(loadOn(name), sources)
}

/**
 * @param {RegExp} pattern
 * @param {Sources} sources
 * @returns {Position | null} the first match
 */
function lineWith (pattern, { files, functions, readSource }) {
  for (const file of files) {
    const source = readSource(file) ?? ''
    const found = pattern.exec(source)
    if (found) return positionAt(source, { file, index: found.index }, functions)
  }
  return null
}

// `this.db.query(`, `queue.add(`, `limit(`, `slack.users.info(`: the object, or the function, that a line calls.
const CALLED = /(?<![\w$.])((?:this\.)?[\w$#]+)\s*(?:\??\.\s*[\w$]+\s*)*\(/g

/**
 * Finds where the object of a package is created that a line uses: `const queue = new PQueue({ concurrency: 1 })` for
 * `await queue.add(task)`; also of the object that made this one: `new Sequelize()` for `sequelize.define()`.
 *
 * @param {{ file: string, line: number }} use
 * @param {Sources} sources
 * @param {string} [ofPackage] that may create it; an object of another package is passed over
 * @returns {Position | null} null if it is not created in the same file
 */
function objectOf (use, { functions, readSource }, ofPackage = '') {
  const { file } = use
  const source = readSource(file)
  if (source === null) return null
  for (const [, name] of textAt(use, readSource).matchAll(CALLED)) {
    const index = madeAt(name, source)
    if (index === null || isOfOther(source.slice(index), ofPackage, source)) continue
    return positionAt(source, { file, index }, functions)
  }
  return null
}

// Strings and comments, whose brackets do not count, and brackets.
const TOKENS = /(['"`])(?:\\.|(?!\1)[^\\])*\1|\/\/[^\n]*|\/\*[^]*?\*\/|[()[\]{}]/g
// Variables in a list of arguments or in an object.
const PASSED = /(?:[(,{]|\.\.\.)\s*([\w$]+)\s*(?=[,)}])/g

/**
 * @param {string} source
 * @param {number} index of a call
 * @returns {{ from: number, text: string }[]} the call with its arguments, and the objects that these name, such as
 *   `options`; each with its offset
 */
function argumentsAt (source, index) {
  const text = bracketedAt(source, index)
  const named = Array.from(text.matchAll(PASSED), function ([, name]) {
    const made = new RegExp(`\\b(?:const|let|var)\\s+${literal(name)}\\s*(?::[^=;]+)?=\\s*(?=\\{)`).exec(source)
    const from = made ? made.index + made[0].length : source.length
    return { from, text: bracketedAt(source, from) }
  })
  return [{ from: index, text }, ...named]
}

/**
 * @param {string} source
 * @param {number} index
 * @returns {string} from there to the bracket that closes the first one
 */
function bracketedAt (source, index) {
  const rest = source.slice(index)
  let depth = 0
  for (const { 0: token, index: at } of rest.matchAll(TOKENS)) {
    const step = stepOf(token)
    depth += step
    if (step !== 0 && depth <= 0) return rest.slice(0, at + 1)
  }
  return rest
}

/**
 * @param {string} token
 * @returns {number} 1 for an opening bracket, -1 for a closing one
 */
function stepOf (token) {
  return '([{'.includes(token) ? 1 : ')]}'.includes(token) ? -1 : 0
}

/**
 * @param {Position} call that creates an object
 * @param {RegExp} option global; names of options
 * @param {Sources} sources
 * @returns {Position} at the line of the option that the call sets; at the call if there is none, or more than one. An
 *   option of an object that another option creates counts only if there is no other
 */
function atOption (call, option, { readSource }) {
  const source = readSource(call.file) ?? ''
  const found = argumentsAt(source, offsetOf(call, source)).flatMap(({ from, text }) =>
    Array.from(text.matchAll(option), function ({ index }) {
      return { line: lineAt(source, from + index), depth: depthAt(text, index) }
    })
  )
  const least = Math.min(...found.map(({ depth }) => depth))
  const [line, ...others] = new Set(found.flatMap((one) => (one.depth === least ? one.line : [])))
  if (line === undefined || others.length > 0) return call
  return { ...call, line, column: columnOf(call.file, line, readSource) }
}

/**
 * @param {string} text
 * @param {number} index
 * @returns {number} how many brackets are open there
 */
function depthAt (text, index) {
  const before = [...text.matchAll(TOKENS)].filter((token) => token.index < index)
  return before.reduce((depth, [token]) => depth + stepOf(token), 0)
}

/**
 * @param {string} name of an object
 * @param {string} source
 * @returns {number | null} the offset where it is created, or else the object that made it
 */
function madeAt (name, source) {
  const seen = new Set()
  for (let one = name; one && !seen.has(one); one = makerOf(one, source) ?? '') {
    const index = assignmentOf(one, source)
    if (index !== null) return index
    seen.add(one)
  }
  return null
}

// An assignment of a new object: the package that it loads, or the variable that may hold one.
const CREATED_BY = /^[^=]*=\s*(?:await\s+)?(?:new\s+)?(?:require\(\s*['"]([^'"]+)['"]|([\w$]+))/

/**
 * @param {string} assignment from the name of the object on
 * @param {string} name of a package; empty if unknown
 * @param {string} source
 * @returns {boolean} whether another package creates the object
 */
function isOfOther (assignment, name, source) {
  const [, loaded, root] = CREATED_BY.exec(assignment) ?? []
  if (name === '') return false
  if (loaded !== undefined) return loaded !== name
  return root !== undefined && isImported(root, source) && !importOf(name, source)?.names.includes(root)
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
 * @param {import('../types/checkup').PlaceOptions} options
 * @param {import('../types/agent').WaitPlace[]} [places] whose files are searched first
 * @returns {Sources}
 */
function sourcesOf (ran, { readSource, sourceFiles = [] }, places = []) {
  const functions = ran ?? []
  const files = [...places.map(({ frame }) => frame.file), ...functions.map(({ file }) => file), ...sourceFiles]
  return { files: [...new Set(files)], functions, readSource }
}

module.exports = {
  argumentsAt,
  atOption,
  callOf,
  creationOf,
  isDirectCall,
  lineWith,
  loadOf,
  objectOf,
  positionAt,
  sourcesOf
}
