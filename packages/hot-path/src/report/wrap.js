'use strict'

/**
 * @param {string} text
 * @param {number} width letters in a line
 * @returns {string[]} lines; a word that is longer than a line stays whole
 */
function wrap (text, width) {
  return text.match(new RegExp(`\\S(?:.{0,${width - 1}}(?=\\s|$)|\\S*)`, 'g')) ?? []
}

module.exports = { wrap }
