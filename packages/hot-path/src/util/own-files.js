'use strict'

const path = require('path')

/** Folder of hot-path's code, with a trailing separator. This prefix alone identifies hot-path's files. */
const OWN_FILES = path.resolve(__dirname, '..') + path.sep

module.exports = { OWN_FILES }
