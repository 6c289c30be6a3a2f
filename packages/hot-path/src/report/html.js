'use strict'

const { printableLines } = require('../util/printable')

/** Text that is HTML already. */
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
 * HTML from a template. What is put in is text and gets escaped, without what acts or is not seen, unless it is HTML
 * itself; lists are put one after the other.
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
 * Only for what is known to be HTML: a picture that was drawn here.
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
