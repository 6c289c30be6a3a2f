'use strict'

// Part of isolated-context.js: the first module in the isolated context. It loads the others.

/**
 * @param {object} given from the server's own context, captured before the server's first line
 * @param {Record<string, any>} given.builtins Node built-ins, by name
 * @param {(file: string, parameters: string[]) => Function} given.compile
 * @param {(path: string) => string} given.dirname
 * @param {(name: string) => boolean} given.isBuiltin
 * @param {Record<string, any>} given.ofModule values that every module sees instead of the globals of the same names
 * @param {NodeJS.Require} given.require of the server's own context
 * @param {(...paths: string[]) => string} given.resolve
 * @returns {(file: string) => any} a function that loads a module once, by its absolute path
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
