'use strict'

const { spawnSync } = require('child_process')
const path = require('path')

/**
 * @param {{ patch: string }} cure
 * @param {string} folder
 * @returns {boolean} whether it fitted
 */
function applied ({ patch }, folder) {
  // Outside of any repository, git takes the names as they are.
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: path.dirname(folder) }
  return spawnSync('git', ['apply'], { cwd: folder, env, input: patch }).status === 0
}

module.exports = { applied }
