'use strict'

// The workshop's own config, for the scripts that keep house here.

const path = require('path')
const { resolvedConfig: resolved } = require('hot-path/command')

const FILE = path.resolve(__dirname, '../../hot-path.config.js')

// Not checked by its schema, which is made here, too.
module.exports = resolved(require(FILE), FILE)
