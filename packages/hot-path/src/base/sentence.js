'use strict'

/**
 * @param {string} text
 * @returns {string} the same, as a sentence begins
 */
function capitalised (text) {
  return text[0].toUpperCase() + text.slice(1)
}

module.exports = { capitalised }
