'use strict'

const path = require('path')

/** The folder of hot-path's own code, with a separator at its end. It is told from the server's by this alone. */
const OWN_FILES = path.resolve(__dirname, '..') + path.sep

module.exports = { OWN_FILES }
