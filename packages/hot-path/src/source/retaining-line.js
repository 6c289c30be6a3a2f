'use strict'

// Finds the line of the application that makes an object retain more, by the object's name. Pure, except for the
// `readSource` argument.

const { addingLine, innermostAt, lineAt } = require('./attribution')
const { argumentsAt, callOf, positionAt } = require('./package-calls')
const { offsetOf, toPath } = require('./source')
const { isImported, literal } = require('./package-names')
const { isDependency, packageOf } = require('../util/frame-kind')

/** @typedef {import('../types/source').Retainer} Retainer */
/** @typedef {import('../types/source').SourceRange} SourceRange */
/** @typedef {import('../types/source').ReadSource} ReadSource */
/** @typedef {import('./package-calls').Sources} Sources */
/** @typedef {import('./package-calls').Position} Position */

/**
 * @param {Retainer} retainer
 * @param {{ functions: SourceRange[], readSource: ReadSource }} options `functions`: those of the application that ran
 * @returns {Position | null}
 */
function retainingLine ({ path, file, list, entryAt }, { functions, readSource }) {
  const own = file === null ? null : toPath(file)
  const others = functions.map((one) => one.file)
  const isOwn = own !== null && !isDependency(own)
  const sources = { files: [...new Set([...(isOwn ? [own] : []), ...others])], functions, readSource }
  if (entryAt && !isOwn) return namedIn(entryAt, sources)
  if (own !== null && !isOwn) return callOf(packageOf({ file: own }), sources)
  const [variable] = path
  return (
    (own !== null ? wrapperOf(variable, own, sources) : null) ??
    addingLine(path, sources) ??
    (list === 'Listener' ? firstMatch(/\.addEventListener\s*\(/g, sources) : null) ??
    (list === 'PromiseReaction' ? firstMatch(awaiting(variable), sources) : null) ??
    firstMatch(callsOn(path), sources)
  )
}

/**
 * @param {NonNullable<Retainer['entryAt']>} at
 * @param {Sources} sources
 * @returns {Position} with the name of the function around it
 */
function namedIn ({ file, line, column }, { functions, readSource }) {
  const path = toPath(file)
  const offset = offsetOf({ line, column }, readSource(path) ?? '')
  const around = innermostAt(functions.filter((one) => one.file === path && one.from < offset - column), offset)
  return { file: path, line, column, function: around?.name || '(anonymous)' }
}

// Methods that give data to an object: what it keeps of them is limited where it is created. `get` with a path is of a
// router.
const GIVES = '(?:get(?!\\s*\\(\\s*[\'"`]/)|set|put|load|loadMany|prime|fetch|wrap|next|push|publish|enqueue|store|save|remember|cache)'

// Arguments that limit what a cache keeps: `{ max: 500 }`, or a number alone.
const LIMITED = /^[^({]*\(\s*[\d_]+\s*[,)]|(?<![\w$.])(?:max|maxSize|maxKeys|maxEntries|maxLength|maxItems|limit|capacity)\s*[:,}]/

/**
 * Finds where a package creates a cache or a buffer: `const rank = memoize(compute, options)`, `new LRUCache(options)`.
 * If it has a limit, and grows nevertheless, the line that adds to it is to be changed: each request has another key.
 *
 * @param {string} name of a variable
 * @param {string} file that declares it
 * @param {Sources} sources
 * @returns {Position | null} null if a package does not create it, or if its calls are not those of a cache
 */
function wrapperOf (name, file, sources) {
  const { functions, readSource } = sources
  const source = readSource(file)
  const own = escaped(name)
  const declaration = new RegExp(`\\b(?:const|let|var)\\s+${own}\\s*=\\s*(?:new\\s+)?([\\w$]+)(?:\\.[\\w$]+)*\\(`)
  const made = source === null ? null : declaration.exec(source)
  if (source === null || !made || !isImported(made[1], source)) return null
  const rest = source.slice(made.index + made[0].length)
  const isCalled = (/** @type {string} */ method) => new RegExp(`${own}\\s*${method}\\s*\\(`).test(rest)
  if (!isCalled(`(?:\\.\\s*${GIVES})?`) || isCalled('\\.\\s*run')) return null // `run` is of an asynchronous context
  const isLimited = argumentsAt(source, made.index).some(({ text }) => LIMITED.test(text))
  return (isLimited ? addingLine([name], sources) : null) ?? positionAt(source, { file, index: made.index }, functions)
}

/** @param {string} name of a promise */
function awaiting (name) {
  const own = escaped(name)
  return new RegExp(
    `\\bPromise\\s*\\.\\s*(?:race|any|all|allSettled)\\s*\\([^;]*?${own}|\\bawait\\s+${own}|${own}\\s*\\.\\s*(?:then|catch|finally)\\s*\\(`,
    'g'
  )
}

/**
 * @param {string[]} path of a retainer: calls a method of an object on the path, or passes the variable on, as an
 *   argument or in an object
 */
function callsOn ([variable, ...fields]) {
  const own = escaped(variable)
  const plain = fields.filter(Boolean).map(literal)
  const access = plain.reduceRight((inner, name) => `(?:\\s*\\??\\.\\s*${name}${inner})?`, '')
  return new RegExp(`${own}${access}\\s*\\??\\.\\s*[\\w$]+\\s*\\(|(?:\\(\\s*(?:[^()\\n]*,\\s*)?|\\{[^{}\\n]*:\\s*)${own}`, 'g')
}

/** @param {string} name */
function escaped (name) {
  return `(?<![\\w$.'"\`])${literal(name)}(?![\\w$'"\`])`
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
      if (innermostAt(inner, index)) return positionAt(source, { file, index }, inner)
    }
  }
  return null
}

/**
 * @param {Pick<Retainer, 'path' | 'file'>} retainer
 * @param {{ readSource: ReadSource }} options
 * @returns {number | null} the line that declares its variable
 */
function declarationOf ({ path: [variable], file }, { readSource }) {
  const source = file === null ? null : readSource(toPath(file))
  if (source === null) return null
  const name = literal(variable)
  const found = new RegExp(`\\b(?:const|let|var|class|function|import)\\b[^=;(]*(?<![\\w$.])${name}(?![\\w$])`).exec(source)
  return found ? lineAt(source, found.index + found[0].length - 1) : null
}

module.exports = { declarationOf, retainingLine }
