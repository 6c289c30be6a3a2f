'use strict'

const { writeWhole } = require('hot-path/base/run-directory')

/**
 * Writes a study down, whole or not at all: with one line for each entry of its long list, so that a difference of two
 * versions can be read.
 *
 * @param {string} file
 * @param {any} study
 * @param {string} list name of its long list
 */
function save (file, study, list) {
  const lines = study[list].map((/** @type {object} */ entry) => JSON.stringify(entry))
  const head = JSON.stringify({ ...study, [list]: undefined }, null, 1).replace(/\n\}$/, '')
  writeWhole(file, `${head},\n "${list}": [\n${lines.join(',\n')}\n]}\n`)
}

module.exports = { save }
