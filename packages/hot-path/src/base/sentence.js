'use strict'

/**
 * @param {string} text
 * @returns {string} the same, as a sentence begins
 */
function capitalised (text) {
  return text[0].toUpperCase() + text.slice(1)
}

/**
 * @param {number} count
 * @param {string} noun
 * @returns {string} `1 round`, `3 rounds`
 */
function counted (count, noun) {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/**
 * @param {string[]} words
 * @returns {string} `a`, `a or b`, `a, b or c`
 */
function alternatives (words) {
  return words.length === 1 ? words[0] : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

module.exports = { alternatives, capitalised, counted }
