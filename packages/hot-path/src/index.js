'use strict'

// What a project may rely on, by the name of this package. Everything else can move with any version.

const { OperationalError } = require('./util/errors')
const { attach, checkup, compare, gate, heap, load, profile, waits } = require('./api')

/** @type {typeof import('./types/api').defineConfig} */
const defineConfig = (config) => config

// One by one, so that ES modules can import each by its name.
module.exports = { OperationalError, attach, checkup, compare, defineConfig, gate, heap, load, profile, waits }
