'use strict'

// Names of packages in the source of an application.

/**
 * @param {string} name of a package
 * @param {string} source
 * @returns {{ names: string[], after: number } | null} the variables that hold the package or its exports, and the
 *   offset after their declaration; null if the source does not load the package
 */
function importOf (name, source) {
  const own = name.replace(/[^\w]/g, '\\$&')
  const found = new RegExp(
    `(?:\\b(?:const|let|var)\\s+([^=;]+?)\\s*=\\s*require\\(\\s*['"]${own}['"/]|\\bimport\\s+([^;'"]+?)\\s+from\\s*['"]${own}['"/])`
  ).exec(source)
  if (!found) return null
  const names = (found[1] ?? found[2]).replace(/\b(as|type)\b/g, ' ').match(/[\w$]+/g) ?? []
  return { names, after: found.index + found[0].length }
}

/**
 * @param {string[]} names of variables
 * @returns {string} regular expression for one of them
 */
function oneOf (names) {
  return `(?<![\\w$.])(?:${names.map((one) => one.replaceAll('$', '\\$')).join('|')})(?![\\w$])`
}

// Connections and pools first: a package creates other objects, too, such as schemas.
const creationOn = [
  (/** @type {string[]} */ names) =>
    new RegExp(`${oneOf(names)}\\s*\\.\\s*(?:connect|createPool|createConnection|createClient|createCluster)\\s*\\(`),
  (/** @type {string[]} */ names) => new RegExp(`new\\s+${oneOf(names)}|${oneOf(names)}(?:\\s*\\.\\s*create\\w*)?\\s*\\(`)
]

/**
 * @param {string[]} names of variables
 * @returns {RegExp} a call of one of them or of its methods: `jwt.verify(`
 */
function callOn (names) {
  return new RegExp(`${oneOf(names)}(?:\\s*\\.\\s*[\\w$]+)*\\s*\\(`)
}

module.exports = { callOn, creationOn, importOf }
