'use strict'

const { spawnSync } = require('child_process')
const path = require('path')

/**
 * @param {{ patch: string }} cure
 * @param {string} folder
 * @returns {boolean} whether the patch applied
 */
function applied ({ patch }, folder) {
  // Outside any repository, git takes the file names as they are.
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: path.dirname(folder) }
  return spawnSync('git', ['apply'], { cwd: folder, env, input: patch }).status === 0
}

module.exports = { applied }
