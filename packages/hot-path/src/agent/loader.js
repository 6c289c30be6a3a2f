'use strict'

// Part of isolated-context.js, and the first that is in it: loads the other modules.

/**
 * @param {object} given of the subject's realm, as it was before the subject's first line
 * @param {Record<string, any>} given.builtins modules of Node, by their names
 * @param {(file: string, parameters: string[]) => Function} given.compile
 * @param {(path: string) => string} given.dirname
 * @param {(name: string) => boolean} given.isBuiltin
 * @param {Record<string, any>} given.ofModule what every module finds, by its name, instead of a global of that name
 * @param {NodeJS.Require} given.require of the subject's realm
 * @param {(...paths: string[]) => string} given.resolve
 * @returns {(file: string) => any} loads a module, once: absolute path
 */
module.exports = function ({ builtins, compile, dirname, isBuiltin, ofModule, require, resolve }) {
  const names = Object.keys(ofModule)
  const values = names.map((name) => ofModule[name])
  /** @type {Map<string, { exports: any }>} */
  const modules = new Map()
  return load

  /** @param {string} path */
  function load (path) {
    const file = path.endsWith('.js') ? path : `${path}.js`
    const known = modules.get(file)
    if (known) return known.exports
    const module = { exports: {} }
    modules.set(file, module)
    const requireHere = (/** @type {string} */ name) =>
      isBuiltin(name) ? (builtins[name] ?? require(name)) : load(resolve(dirname(file), name))
    compile(file, ['module', 'require', '__dirname', ...names])(module, requireHere, dirname(file), ...values)
    return module.exports
  }
}
