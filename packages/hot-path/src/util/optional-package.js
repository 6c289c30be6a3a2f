'use strict'

// Doctor, Flame and 0x are optional: hot-path works without them, and projects that want them install them. They are
// looked for beside hot-path, and in the project that a person stands in, because npx keeps hot-path somewhere else.

const PLACES = () => [__dirname, process.cwd()]

/**
 * @param {string} name of a package, or of a module in it
 * @returns {any} the module
 * @throws {Error} when it is not installed
 */
function optionalPackage (name) {
  return require(require.resolve(name, { paths: PLACES() }))
}

/**
 * @param {string} name
 * @returns {boolean}
 */
function isPresent (name) {
  try {
    return Boolean(require.resolve(name, { paths: PLACES() }))
  } catch {
    return false
  }
}

module.exports = { isPresent, optionalPackage }
