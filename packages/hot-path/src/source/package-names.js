'use strict'

// Names of packages in the source of an application.

/**
 * @param {string} name
 * @returns {string} regular expression that matches only this name
 */
function literal (name) {
  return name.replace(/[^\w]/g, '\\$&')
}

/**
 * @param {string} name of a package
 * @param {string} source
 * @returns {{ names: string[], after: number } | null} the variables that hold the package or its exports, and the
 *   offset after their declaration; null if the source does not load the package
 */
function importOf (name, source) {
  const own = literal(name)
  const found = new RegExp(
    `(?:\\b(?:const|let|var)\\s+([^=;]+?)\\s*=\\s*require\\(\\s*['"]${own}['"/]|\\bimport\\s+([^;'"]+?)\\s+from\\s*['"]${own}['"/])`
  ).exec(source)
  if (!found) return null
  const names = (found[1] ?? found[2]).replace(/\b(as|type)\b/g, ' ').match(/[\w$]+/g) ?? []
  return { names, after: found.index + found[0].length }
}

// Classes whose objects describe data: they serve no calls.
const DESCRIBES = /\.(Schema|Model)$/

// Methods that create an object for many calls.
const CREATING = '(?:connect|extend|createPool|createConnection|createClient|createCluster)'

/**
 * @param {string[]} names of variables
 * @returns {string} regular expression for one of them; matches nothing if there are none
 */
function oneOf (names) {
  if (names.length === 0) return '(?!)'
  return `(?<![\\w$.])(?:${names.map((one) => one.replaceAll('$', '\\$')).join('|')})(?![\\w$])`
}

// Connections, pools and clients first: a package creates other objects, too, such as schemas.
const creationOn = [
  (/** @type {string[]} */ names) => new RegExp(`${oneOf(names)}\\s*\\.\\s*${CREATING}\\s*\\(`),
  (/** @type {string[]} */ names) => new RegExp(`${oneOf(names.filter((name) => /^create/.test(name)))}\\s*\\(`),
  (/** @type {string[]} */ names) => new RegExp(`new\\s+${oneOf(names)}|${oneOf(names)}(?:\\s*\\.\\s*create\\w*)?\\s*\\(`)
]

/**
 * @param {string[]} names of variables
 * @returns {RegExp} a call of one of them or of its methods: `jwt.verify(`
 */
function callOn (names) {
  return new RegExp(`${oneOf(names)}(?:\\s*\\.\\s*[\\w$]+)*\\s*\\(`)
}

/**
 * @param {string} name of a variable or of a field, such as `this.db`
 * @param {string} source
 * @returns {number | null} the offset where a call of a package, or of a method that creates connections, pools or
 *   clients, is assigned to it: `const queue = new PQueue({ concurrency: 1 })`
 */
function assignmentOf (name, source) {
  const own = literal(name)
  const assigned = new RegExp(
    `(?<![\\w$.])${own}\\s*=\\s*(?:await\\s+)?(new\\s+)?(?:require\\(\\s*['"][^.'"][^'"]*['"]\\s*\\)\\s*(?=\\()|([\\w$]+)((?:\\.[\\w$#]+)*)\\s*(?=\\())`,
    'g'
  )
  for (const { index, 1: isNew, 2: root, 3: fields } of source.matchAll(assigned)) {
    const isCreating = new RegExp(`\\.${CREATING}$`).test(fields ?? '')
    const isObject = isNew !== undefined ? !DESCRIBES.test(fields) : fields === ''
    const isOfPackage = root === undefined || (isObject && isImported(root, source))
    if (isCreating || isOfPackage) return index
  }
  return null
}

/**
 * @param {string} name of a variable or of a field
 * @param {string} source
 * @returns {string | null} the object whose method makes it: `sequelize` in `const Member = sequelize.define('member')`
 */
function makerOf (name, source) {
  const own = literal(name)
  return new RegExp(`(?<![\\w$.])${own}\\s*=\\s*(?:await\\s+)?((?:this\\.)?[\\w$#]+)\\s*\\.\\s*[\\w$]`).exec(source)?.[1] ?? null
}

/**
 * @param {string} name of a variable
 * @param {string} source
 * @returns {boolean} whether it is loaded from a package, not from a file of the application or from Node
 */
function isImported (name, source) {
  const own = `(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$])`
  return new RegExp(
    `${own}[^=;]*=\\s*require\\(\\s*['"](?!node:)[^./]|\\bimport\\b[^;'"]*${own}[^;'"]*\\bfrom\\s*['"](?!node:)[^./]`
  ).test(source)
}

/**
 * @param {string[]} names of variables
 * @returns {RegExp} a call that gets one of them as an argument, `app.register(underPressure, {`, or as an option,
 *   `{ transformer: superjson }`
 */
function passedOn (names) {
  return new RegExp(`(?:[\\w$]\\s*\\(|[\\w$'"]\\s*:)\\s*${oneOf(names)}\\s*[,)}]`)
}

/**
 * @param {string} name of a package
 * @returns {RegExp} an expression that loads it: a call of `require`, `import ... from`, `import()`
 */
function loadOn (name) {
  return new RegExp(`(?:\\brequire\\(|\\bfrom\\b|\\bimport\\(?)\\s*['"]${literal(name)}['"/]`)
}

module.exports = { assignmentOf, callOn, creationOn, importOf, isImported, literal, loadOn, makerOf, passedOn }
