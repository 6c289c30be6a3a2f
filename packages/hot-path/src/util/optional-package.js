'use strict'

// Doctor, Flame and 0x are optional packages that projects install themselves. They are resolved from hot-path's folder
// and from the working directory, because npx installs hot-path outside the project.

const PLACES = () => [__dirname, process.cwd()]

/**
 * @param {string} name package name, or path of a module in a package
 * @returns {any} the module
 * @throws {Error} if it is not installed
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
