'use strict'

// What a project may rely on, by the name of this package. Everything else can move with any version.

/** @type {typeof import('.').defineConfig} */
const defineConfig = (config) => config

module.exports = { defineConfig }
