'use strict'

// What a project may rely on, by the name of this package. Everything else can move with any version.

/** @typedef {import('./cli/config-file').Config} Config */
/** @typedef {import('./cli/config-file').ConfigSubject} ConfigSubject */
/** @typedef {import('./cli/config-file').ConfigClaim} ConfigClaim */

/**
 * Gives an editor the types of hot-path.config.js; it returns what it is given.
 *
 * @param {Config} config
 * @returns {Config}
 */
function defineConfig (config) {
  return config
}

module.exports = { defineConfig }
