'use strict'

const { execFileSync } = require('child_process')
const path = require('path')
const { OperationalError } = require('hot-path')

const ROOT = path.resolve(__dirname, '../..')

/**
 * @param {string} a
 * @param {string} b
 * @returns {string} diff in git's format; empty if they are equal
 */
function differences (a, b) {
  try {
    const names = [a, b].map((file) => path.relative(ROOT, file))
    return execFileSync('git', ['diff', '--no-index', '--no-color', '--', ...names], { encoding: 'utf8', cwd: ROOT })
  } catch (err) {
    const { status, stdout, code } = /** @type {any} */ (err)
    if (code === 'ENOENT') throw new OperationalError('diff needs git, which is not installed.')
    if (status === 1) return stdout
    throw err
  }
}

module.exports = { differences }
