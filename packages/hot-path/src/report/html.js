'use strict'

const { printableLines } = require('../util/printable')

/** Text that is already HTML. */
class Html {
  /** @param {string} text */
  constructor (text) {
    this.text = text
  }

  toString () {
    return this.text
  }
}

/**
 * Builds HTML from a template. Values are escaped as text, and control and invisible characters are removed. HTML
 * values are inserted unchanged. Lists are concatenated.
 *
 * @param {TemplateStringsArray} strings
 * @param {...unknown} values
 * @returns {Html}
 */
function html (strings, ...values) {
  return new Html(String.raw({ raw: strings }, ...values.map(toText)))
}

/**
 * @param {unknown} value
 * @returns {string}
 */
function toText (value) {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(toText).join('')
  return escaped(String(value ?? ''))
}

/**
 * Marks text as HTML. Use it only for text that is safe to insert, such as the style sheet.
 *
 * @param {string} text
 */
function raw (text) {
  return new Html(text)
}

/** @param {string} text */
function escaped (text) {
  return printableLines(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

module.exports = { html, raw }
