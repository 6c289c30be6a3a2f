'use strict'

// The source of an application, as it lies on the disk.

const fs = require('fs')
const path = require('path')
const { fileURLToPath } = require('url')
const { printable } = require('../util/printable')

// Nobody writes longer ones by hand.
const MOST_BYTES = 2_000_000
const AROUND = 1
const MOST_WIDTH = 200

/** @type {Map<string, string>} by absolute path */
const remembered = new Map()

/**
 * Keeps the text of a source that a source map carries: it may not lie on the disk, or have changed since.
 *
 * @param {string} file absolute path
 * @param {string} text
 */
function remember (file, text) {
  remembered.set(file, text)
}

/**
 * @param {string} file path or `file:` URL
 * @returns {string | null} its text; null where it cannot be read
 */
function readSource (file) {
  try {
    const at = toPath(file)
    const known = remembered.get(path.resolve(at))
    if (known !== undefined) return known
    return fs.statSync(at).size > MOST_BYTES ? null : fs.readFileSync(at, 'utf8')
  } catch {
    return null // it was made while the server ran, or is gone
  }
}

/**
 * @param {string} file path or `file:` URL, which another machine may have written
 * @returns {string} its path; a URL that has none here stays as it is
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
 * @returns {string} printable; relative to the working directory, where it lies in it
 */
function shorten (file) {
  const at = toPath(file)
  if (!path.isAbsolute(at)) return printable(at)
  const relative = path.relative(process.cwd(), at)
  return printable(relative.startsWith('..') ? at : relative.split(path.sep).join('/'))
}

/**
 * @param {{ file: string, line: number }} place
 * @returns {{ line: number, text: string, isIt: boolean }[]} the line with those around it; empty where the source
 *   cannot be read
 */
function excerpt ({ file, line }) {
  const lines = readSource(file)?.split('\n') ?? []
  if (line < 1 || line > lines.length) return []
  const from = Math.max(1, line - AROUND)
  return lines
    .slice(from - 1, line + AROUND)
    .map((text, i) => ({ line: from + i, text: printable(text.slice(0, MOST_WIDTH).replaceAll('\t', '  ')).trimEnd(), isIt: from + i === line }))
}

/**
 * @param {string} text
 * @returns {number[]} offsets
 */
function lineStarts (text) {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/**
 * @param {number[]} starts
 * @param {number} offset
 * @returns {number} line, from 0
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

module.exports = { excerpt, lineIndexAt, lineStarts, readSource, remember, shorten, toPath }
