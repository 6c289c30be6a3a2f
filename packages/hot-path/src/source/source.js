'use strict'

// Reads the source of an application.

const fs = require('fs')
const path = require('path')
const { fileURLToPath } = require('url')
const { printable } = require('../util/printable')

// Longer files are not written by hand.
const MOST_BYTES = 2_000_000
const AROUND = 1
const MOST_WIDTH = 200

/** @type {Map<string, string>} by absolute path */
const remembered = new Map()

/** Folder in which the file system of the process appears; empty if it is that of hot-path. */
let root = ''

/**
 * Makes the sources of a process in another mount namespace readable, for example in a container.
 *
 * @param {string} folder `/proc/<pid>/root`; empty for the file system of hot-path
 */
function readBelow (folder) {
  root = folder
}

/**
 * @param {string} file absolute path, as the process has it
 * @returns {string} the path under which hot-path can read it
 */
function onDisk (file) {
  return root + file
}

/**
 * Stores the text of a source that a source map contains: the file may be missing on disk, or may have changed since.
 *
 * @param {string} file absolute path
 * @param {string} text
 */
function remember (file, text) {
  remembered.set(file, text)
}

/**
 * @param {string} file path or `file:` URL
 * @returns {string | null} its text; null if it cannot be read, or is longer than MOST_BYTES
 */
function readSource (file) {
  try {
    const at = toPath(file)
    const known = remembered.get(path.resolve(at))
    if (known !== undefined) return known
    const own = onDisk(path.resolve(at))
    return fs.statSync(own).size > MOST_BYTES ? null : fs.readFileSync(own, 'utf8')
  } catch {
    return null // it was generated while the server ran, or no longer exists
  }
}

/**
 * @param {string} file path or `file:` URL, possibly from another machine
 * @returns {string} its path; a URL that has no path on this machine is returned unchanged
 */
function toPath (file) {
  try {
    return file.startsWith('file:') ? fileURLToPath(file) : file
  } catch {
    return file
  }
}

/**
 * @param {string} file
 * @returns {string} printable; relative to the working directory if the file is inside it
 */
function shorten (file) {
  const at = toPath(file)
  if (!path.isAbsolute(at)) return printable(at)
  const relative = path.relative(process.cwd(), at)
  return printable(relative.startsWith('..') ? at : relative.split(path.sep).join('/'))
}

/**
 * @param {{ file: string, line: number }} place
 * @param {number} [after] number of lines after it
 * @returns {{ line: number, text: string, isIt: boolean }[]} the line and the lines around it; empty if the source
 *   cannot be read, or has no such line
 */
function excerpt ({ file, line }, after = AROUND) {
  const lines = readSource(file)?.split('\n') ?? []
  if (line < 1 || line > lines.length) return []
  const from = Math.max(1, line - AROUND)
  return lines
    .slice(from - 1, line + after)
    .map((text, i) => ({ line: from + i, text: printable(text.slice(0, MOST_WIDTH).replaceAll('\t', '  ')).trimEnd(), isIt: from + i === line }))
}

/**
 * @param {{ file: string, line: number }} place
 * @param {(file: string) => string | null} readSource
 * @returns {string} the text of the line; empty if it cannot be read
 */
function textAt ({ file, line }, readSource) {
  return readSource(file)?.split('\n')[line - 1] ?? ''
}

/**
 * @param {string} text
 * @returns {number[]} the offset of each line
 */
function lineStarts (text) {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/**
 * @param {number[]} starts
 * @param {number} offset
 * @returns {number} the line of the offset, from 0
 */
function lineIndexAt (starts, offset) {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (starts[middle] <= offset) low = middle
    else high = middle - 1
  }
  return low
}

/**
 * @param {{ line: number, column: number }} position from 1
 * @param {string} text
 * @returns {number} its offset
 */
function offsetOf ({ line, column }, text) {
  return lineStarts(text)[line - 1] + column - 1
}

// Enough for an application; its dependencies are not searched.
const MOST_FILES = 500
const MOST_SEARCHED_BYTES = 1_000_000
const SOURCE_FILE = /\.[cm]?[jt]sx?$/

/**
 * @param {string} folder of an application
 * @returns {string[]} its source files, without those of packages
 */
function sourceFilesIn (folder) {
  /** @type {string[]} */
  const found = []
  const folders = [folder]
  while (folders.length > 0 && found.length < MOST_FILES) {
    const at = /** @type {string} */ (folders.shift())
    for (const entry of entriesOf(at)) {
      const name = path.join(at, entry.name)
      const isSource = entry.isFile() && SOURCE_FILE.test(entry.name)
      if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.')) folders.push(name)
      else if (isSource && fs.statSync(onDisk(name)).size <= MOST_SEARCHED_BYTES) found.push(name)
    }
  }
  return found
}

// A string that may name a file of the application.
const NAME = /['"`](\.{1,2}(?:\/[^'"`\n]*)?|[^'"`\s]+\/[^'"`\s]+|[^'"`\s]+\.[cm]?[jt]sx?)['"`]/g
// Files that are loaded by computed names, by an alias of a path, or by a package.
const COMPUTED = /\b(?:require|import)\s*\(\s*[^'"`\s)]/
const ALIAS_OR_PACKAGE = /\b(?:from|require\s*\(|import\s*\(?)\s*['"](?:[@~]\/|#)|autoload/i

/**
 * @param {string} entry the file that was started
 * @returns {string[]} the source files of its folder that it refers to, directly or not, itself first: the folder may
 *   hold other programs. All of its files if that cannot be told
 */
function sourceFilesOf (entry) {
  const folder = path.dirname(entry)
  const others = sourceFilesIn(folder).filter((file) => file !== entry)
  /** @type {Map<string, string[]>} by path without extension */
  const named = new Map()
  for (const file of others) named.set(withoutExtension(file), [...(named.get(withoutExtension(file)) ?? []), file])
  const found = new Set([entry])
  for (const file of found) { // grows meanwhile
    const text = readSource(file) ?? ''
    if (COMPUTED.test(text) || ALIAS_OR_PACKAGE.test(text)) return [...new Set([...found, ...others])]
    for (const [, name] of text.matchAll(NAME)) {
      const beginnings = [path.dirname(file), folder, path.dirname(folder)]
      for (const place of beginnings.map((from) => withoutExtension(path.resolve(from, name)))) {
        for (const one of [...(named.get(place) ?? []), ...(named.get(path.join(place, 'index')) ?? [])]) found.add(one)
      }
    }
  }
  return [...found]
}

/** @param {string} file */
function withoutExtension (file) {
  return file.replace(SOURCE_FILE, '')
}

/** @param {string} folder */
function entriesOf (folder) {
  try {
    return fs.readdirSync(onDisk(folder), { withFileTypes: true })
  } catch {
    return [] // no permission
  }
}

module.exports = {
  excerpt,
  lineIndexAt,
  lineStarts,
  offsetOf,
  onDisk,
  readBelow,
  readSource,
  remember,
  shorten,
  sourceFilesIn,
  sourceFilesOf,
  textAt,
  toPath
}
