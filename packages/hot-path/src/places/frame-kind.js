'use strict'

const path = require('path')

const OWN = path.resolve(__dirname, '..') + path.sep

/**
 * @param {string} file path, `file:` URL or `node:` name
 * @returns {import('../records').FrameKind}
 */
function kindOf (file) {
  if (file.startsWith('node:')) return 'node'
  return isDependency(file) ? 'dependency' : 'app'
}

/**
 * @param {string} file path or `file:` URL
 * @returns {boolean} what looks into a server is none of the server's own code, either
 */
function isDependency (file) {
  return /[\\/]node_modules[\\/]/.test(file) || isOfHotPath(file)
}

/**
 * @param {string} file path or `file:` URL
 * @returns {boolean} whether it is of hot-path, which looks into the server
 */
function isOfHotPath (file) {
  return file.startsWith(OWN) || file.startsWith(`file://${OWN}`)
}

module.exports = { isDependency, isOfHotPath, kindOf }
