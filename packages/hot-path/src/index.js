'use strict'

// The public API. All other modules are internal and may change in any version.

const { OperationalError } = require('./util/errors')
const { attach, checkup, compare, gate, heap, load, profile, waits } = require('./api')

/** @type {typeof import('./types/api').defineConfig} */
const defineConfig = (config) => config

// Listed individually, so that ES modules can import them by name.
module.exports = { OperationalError, attach, checkup, compare, defineConfig, gate, heap, load, profile, waits }
