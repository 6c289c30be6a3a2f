'use strict'

// Maps positions in generated code (a bundle, or compiler output) to positions in its sources.

const fs = require('fs')
const path = require('path')
const { fileURLToPath } = require('url')
const { FlattenMap, traceSegment } = require('@jridgewell/trace-mapping')
const { isDependency, kindOf } = require('../util/frame-kind')
const { placeOf } = require('./source-place')
const { lineIndexAt, lineStarts, onDisk, readSource, remember, shorten, textAt, toPath } = require('./source')

/** @typedef {import('../types/source').UsedMap} UsedMap */

/** @typedef {{ file: string, line: number, column: number, name: string | null }} Position lines, columns from 1 */

// Only the last occurrence counts, and only if nothing but comments and white space follows it: a string may contain
// the same text, and a file may contain comments of its sources (ECMA-426, "Linking generated code").
const KEY = 'sourceMappingURL='
const COMMENT = /\/(?:\/[#@]\s*sourceMappingURL=([^\s'"`]+)[^\S\n]*|\*[#@]\s*sourceMappingURL=([^\s'"`*]+)\s*\*\/[^\S\n]*)$/
const ONLY_COMMENTS = /^(?:\s|\/\/[^\n]*(?:\n|$)|\/\*[^]*?\*\/)*$/
const MOST_AFTER = 10_000 // characters
const INLINE = /^data:application\/json[^,]*?(;base64)?,(.*)$/s
const MOST_BYTES = 100_000_000
const MOST_LISTED = 3
// A compiler's output may be bundled, and bundled again.
const MOST_HOPS = 3
// A minifier's names have at most so many characters. `(anonymous)` has more.
const MINIFIED = 2

/** Translates positions in the findings of one run. Each file and its map are read once. */
class SourceMaps {
  /** @type {Map<string, Mapped | null>} null if a file has no readable map */
  #files = new Map()
  /** @type {UsedMap[]} */
  #used = []
  /** @type {Map<string, string>} by file */
  #compiled

  /** @param {import('../types/source').CompiledScript[]} [compiled] scripts whose files contain other text */
  constructor (compiled = []) {
    this.#compiled = new Map(compiled.map(({ file, text }) => [file, text]))
  }

  /** @returns {UsedMap[]} the maps found so far, including unreadable ones */
  get used () {
    return this.#used
  }

  /**
   * Translates every position in a value: V8's call frames (with the ticks of their lines), offsets of functions,
   * frames, source locations and variables. A position without a map is unchanged.
   *
   * @template T
   * @param {T} value as parsed from JSON
   * @returns {T}
   */
  asWritten (value) {
    return /** @type {T} */ (this.#translated(value))
  }

  /**
   * Translates source locations that were found in the text of files.
   *
   * @template {{ file: string, line: number }} T
   * @param {T[]} places
   * @returns {T[]}
   */
  ofFiles (places) {
    // Of a script that was compiled in memory, the file contains the source.
    return places.map((place) => (this.#compiled.has(toPath(place.file)) ? place : this.#place(place)))
  }

  /**
   * @param {any} value
   * @returns {any}
   */
  #translated (value) {
    if (Array.isArray(value)) return withoutWrappers(value, value.map((one) => this.#translated(one)))
    if (value === null || typeof value !== 'object') return value
    if (typeof value.functionName === 'string' && typeof value.url === 'string') return this.#callFrame(value)
    const isOfFile = typeof value.file === 'string' && typeof value.name === 'string'
    if (isOfFile && typeof value.from === 'number') return this.#range(value)
    const translated = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.#translated(one)]))
    if (Array.isArray(value.positionTicks) && value.callFrame) return { ...translated, ...this.#ticks(value) }
    if (Array.isArray(value.frames) && Array.isArray(value.awaits)) return withOwnFrames(translated)
    if (typeof value.file === 'string' && typeof value.line === 'number') return this.#place(translated)
    if (typeof value.file === 'string' && Array.isArray(value.path)) return this.#variable(translated)
    return translated
  }

  /** @param {any} callFrame of V8, with lines and columns from 0 */
  #callFrame (callFrame) {
    const { lineNumber, columnNumber, functionName } = callFrame
    const at = this.#of(callFrame.url)?.at(lineNumber, columnNumber)
    if (!at) return callFrame
    const { file: url, line, column } = at
    const name = at.name ?? (functionName.length <= MINIFIED ? declaredAt(at) : null)
    return { ...callFrame, url, lineNumber: line - 1, columnNumber: column - 1, functionName: name ?? functionName }
  }

  /**
   * V8 reports ticks by line, without columns, so the ticks of a one-line bundle carry no information.
   *
   * @param {any} node of a CPU profile
   */
  #ticks ({ callFrame, positionTicks }) {
    const mapped = this.#of(callFrame.url)
    if (!mapped) return {}
    const { url, lineNumber } = this.#callFrame(callFrame)
    return {
      positionTicks: positionTicks.flatMap(function (/** @type {{ line: number, ticks: number }} */ { line, ticks }) {
        const at = mapped.atLine(line - 1)
        return at && at.file === url && at.line > lineNumber ? [{ line: at.line, ticks }] : []
      })
    }
  }

  /** @param {any} range of a function, by offsets */
  #range (range) {
    const mapped = this.#of(range.file)
    const [from, to] = mapped ? [mapped.atOffset(range.from), mapped.atOffset(range.to - 1)] : []
    if (!mapped || !from || to?.file !== from.file) return range
    const written = readSource(from.file)
    if (written === null) return range
    const starts = lineStarts(written)
    const end = starts[to.line] ?? written.length // to the end of its last line
    const begin = starts[from.line - 1] + from.column - 1
    return { ...range, file: from.file, name: from.name ?? range.name, from: begin, to: end }
  }

  /** @param {any} place or frame */
  #place (place) {
    const mapped = this.#of(place.file)
    const { line, column } = place
    const at = column === undefined ? mapped?.atLine(line - 1) : mapped?.at(line - 1, column - 1)
    if (!at) return place
    return {
      ...place,
      file: at.file,
      line: at.line,
      ...(place.column !== undefined && { column: at.column }),
      ...(place.kind && { kind: kindOf(at.file) })
    }
  }

  /** @param {any} variable of a file, its line unknown: in a bundle it may belong to any source, so `file` is empty */
  #variable (variable) {
    const [only = '', ...others] = this.#of(variable.file)?.sources() ?? [variable.file]
    return { ...variable, file: others.length === 0 ? only : '' }
  }

  /**
   * @param {string} location path, `file:` URL, or a name that is not a file
   * @returns {Mapped | null}
   */
  #of (location) {
    if (!/^(\/|file:|[A-Za-z]:[\\/])/.test(location) || isDependency(location)) return null
    const file = toPath(location)
    if (!this.#files.has(file)) this.#files.set(file, this.#read(file))
    return this.#files.get(file) ?? null
  }

  /**
   * @param {string} file
   * @returns {Mapped | null}
   */
  #read (file) {
    const generated = this.#compiled.get(file) ?? readText(file)
    if (generated === null) return null
    try {
      const found = mapOf(file, generated)
      if (!found) return null
      const further = (/** @type {string} */ source) => (source === file ? null : this.#of(source))
      const mapped = new Mapped(JSON.parse(withoutGuard(found.text())), { generated, folder: found.folder, further })
      this.#used.push({ file: shorten(file), broken: null })
      return mapped
    } catch (err) {
      this.#used.push({ file: shorten(file), broken: /** @type {Error} */ (err).message })
      return null
    }
  }
}

// Names of functions at their declaration: `function total (`, `const total = (`, `async total (`.
const DECLARED = /\bfunction\b\s*\*?\s*([\w$]+)|([\w$]+)\s*[=:]\s*(?:async\b\s*)?(?:function\b|\(|[\w$]+\s*=>)|^\s*(?:(?:async|static|get|set|\*)\s+)*([\w$]+)\s*\(/

/**
 * @param {Position} place of a function
 * @returns {string | null} its name in the source, if the line has one
 */
function declaredAt (place) {
  const names = DECLARED.exec(textAt(place, readSource)) ?? []
  return names.slice(1).find(Boolean) ?? null
}

/**
 * A bundle contains frameworks, too. Their functions, which wrap those of Node, are not the application's.
 *
 * @param {any[]} generated call frames, or other values
 * @param {any[]} written the same, translated
 * @returns {any[]} without call frames that have turned out to be a package's, if others are left
 */
function withoutWrappers (generated, written) {
  const isWrapper = (/** @type {number} */ i) => isDependency(written[i].file) && !isDependency(generated[i].file)
  if (!written.every((one) => typeof one?.file === 'string' && typeof one.function === 'string')) return written
  const own = written.filter((_, i) => !isWrapper(i))
  return own.length > 0 ? own : written
}

/**
 * @param {any} wait see Wait
 * @returns {any} the same, at the `await` of the application, if a package's function in a bundle waits
 */
function withOwnFrames (wait) {
  const isOwn = (/** @type {{ file: string }} */ { file }) => !isDependency(file)
  const [first, ...awaits] = wait.awaits.filter(isOwn)
  return wait.frames.some(isOwn) || !first ? wait : { ...wait, frames: [first], awaits }
}

/** A generated file and its map. */
class Mapped {
  #map
  #starts
  #lines
  #folder
  #further
  #root
  /** @type {Map<number, string>} absolute paths, by index in the map's sources */
  #paths = new Map()

  /**
   * @param {any} payload of the map
   * @param {object} options
   * @param {string} options.generated
   * @param {string} options.folder to which names in the map are relative
   * @param {(source: string) => Mapped | null} options.further map of a source that is generated, too
   * @throws {Error} if the payload is not a source map
   */
  constructor (payload, { generated, folder, further }) {
    this.#starts = lineStarts(generated)
    this.#lines = generated.split('\n')
    assertMap(payload, this.#starts.length)
    this.#map = /** @type {import('@jridgewell/trace-mapping').TraceMap} */ (new FlattenMap(payload))
    this.#folder = folder
    this.#further = further
    this.#root = payload.sections ? '' : (payload.sourceRoot ?? '') // with sections, the names include it
  }

  /** @returns {string[]} */
  sources () {
    return this.#map.sources.flatMap((source, i) => (source === null ? [] : [this.#path(i)]))
  }

  /**
   * @param {number} line from 0, as `column`
   * @param {number} column
   * @param {number} [hops] maps that may still be followed
   * @returns {Position | null}
   */
  at (line, column, hops = MOST_HOPS) {
    // Code before the first segment of its line has no position in the sources.
    const segment = traceSegment(this.#map, Math.max(0, line), Math.max(0, column)) ?? []
    const [, source, writtenLine = -1, writtenColumn = 0, name] = segment
    if (source === undefined || writtenLine < 0 || typeof this.#map.sources[source] !== 'string') return null
    const file = this.#path(source)
    const written = hops > 0 ? this.#further(file)?.at(writtenLine, writtenColumn, hops - 1) : null
    if (written) return written
    return {
      file,
      line: writtenLine + 1,
      column: writtenColumn + 1,
      name: name === undefined ? null : (this.#map.names[name] ?? null)
    }
  }

  /** @param {number} line from 0 */
  atLine (line) {
    return this.at(line, Math.max(0, (this.#lines[line] ?? '').search(/\S/)))
  }

  /** @param {number} offset in the generated file */
  atOffset (offset) {
    const line = lineIndexAt(this.#starts, offset)
    return this.at(line, offset - this.#starts[line])
  }

  /** @param {number} source index in the map's sources */
  #path (source) {
    const known = this.#paths.get(source)
    if (known !== undefined) return known
    const file = placeOf(String(this.#map.sources[source]), { root: this.#root, folder: this.#folder })
    const text = this.#map.sourcesContent?.[source]
    if (typeof text === 'string') remember(file, text)
    this.#paths.set(source, file)
    return file
  }
}

/**
 * @param {string} generated text of a file
 * @returns {string | undefined} the URL of its map, from its last comment
 */
function urlIn (generated) {
  const at = generated.lastIndexOf(KEY)
  if (at < 0) return undefined
  const end = generated.indexOf('\n', at)
  const rest = end < 0 ? '' : generated.slice(end)
  if (rest.length > MOST_AFTER || !ONLY_COMMENTS.test(rest)) return undefined
  const begin = generated.lastIndexOf('\n', at) + 1
  // Search only from a few characters before the key: a bundle may be one line of megabytes.
  const [, line, block] = COMMENT.exec(generated.slice(Math.max(begin, at - 10), end < 0 ? undefined : end)) ?? []
  return line ?? block
}

/**
 * @param {string} file
 * @param {string} generated its text
 * @returns {{ text: () => string, folder: string } | null} its map; null if it has none
 */
function mapOf (file, generated) {
  const url = urlIn(generated)
  const [, base64, inline] = INLINE.exec(url ?? '') ?? []
  const folder = path.dirname(file)
  if (inline !== undefined) {
    return { text: () => (base64 ? Buffer.from(inline, 'base64').toString() : decodeURIComponent(inline)), folder }
  }
  const beside = url === undefined ? `${file}.map` : path.resolve(folder, withoutScheme(url))
  if (url === undefined && !fs.existsSync(onDisk(beside))) return null
  return { text: () => readMap(beside), folder: path.dirname(beside) }
}

/**
 * @param {string} file
 * @returns {string} its text
 * @throws {Error} if it is larger than MOST_BYTES, or cannot be read
 */
function readMap (file) {
  const own = onDisk(file)
  if (fs.statSync(own).size > MOST_BYTES) throw new Error(`it is larger than ${MOST_BYTES / 1e6} MB`)
  return fs.readFileSync(own, 'utf8')
}

/**
 * @param {string} text of a map
 * @returns {string} without a first line that prevents browsers from running it (ECMA-426, "parsing")
 */
function withoutGuard (text) {
  return text.replace(/^\)\]\}'?[^\n]*\n/, '')
}

/** @param {string} url */
function withoutScheme (url) {
  if (url.startsWith('file:')) return fileURLToPath(url)
  return decodeURIComponent(url.replace(/[?#].*$/, ''))
}

/**
 * Checks that a map can be read and is within bounds. Maps are third-party input and need not be valid.
 *
 * @param {any} payload
 * @param {number} lines of the generated file
 * @throws {Error} if the payload is not a source map
 */
function assertMap (payload, lines) {
  const { sections } = payload ?? {}
  if (Array.isArray(sections)) return sections.forEach((section) => assertSection(section, lines))
  const isMap = payload && Array.isArray(payload.sources) && typeof payload.mappings === 'string'
  const { names = [], sourceRoot = null } = payload ?? {}
  const isNamed = Array.isArray(names) && (sourceRoot === null || typeof sourceRoot === 'string')
  // A source may have no name (ECMA-426, "sources").
  if (!isMap || !isNamed || !payload.sources.every((/** @type {unknown} */ one) => one === null || typeof one === 'string')) {
    throw new Error('it is not a source map')
  }
}

/**
 * @param {any} section
 * @param {number} lines
 */
function assertSection (section, lines) {
  const { line, column } = section?.offset ?? {}
  const isPlaced = Number.isInteger(line) && line >= 0 && line <= lines && Number.isInteger(column) && column >= 0
  if (!isPlaced || section.map?.sections) throw new Error('it is not a source map')
  assertMap(section.map, lines)
}

/** @param {string} file */
function readText (file) {
  try {
    const own = onDisk(file)
    return fs.statSync(own).size > MOST_BYTES ? null : fs.readFileSync(own, 'utf8')
  } catch {
    return null // it was generated while the server ran, or no longer exists
  }
}

/**
 * @param {UsedMap[]} used
 * @returns {string[]} sentences: which files have lines of their sources, and which maps cannot be read
 */
function sourceMapText (used) {
  const files = used.filter(({ broken }) => broken === null).map(({ file }) => file)
  return [
    ...(files.length > 0 ? [`Line numbers refer to the original source, from the source map of ${listed(files)}.`] : []),
    ...used.flatMap(({ file, broken }) =>
      broken === null ? [] : [`The source map of ${file} cannot be read (${broken}). Its line numbers refer to the code that ran.`]
    )
  ]
}

/** @param {string[]} files */
function listed (files) {
  const shown = files.slice(0, MOST_LISTED)
  return files.length > shown.length ? `${shown.join(', ')} and ${files.length - shown.length} more` : shown.join(', ')
}

module.exports = { SourceMaps, sourceMapText }
