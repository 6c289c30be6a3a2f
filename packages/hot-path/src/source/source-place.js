'use strict'

// Where the source lies that a source map names: bundlers and compilers name it in many ways.

const fs = require('fs')
const path = require('path')
const { toPath } = require('./source')

const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i
// "webpack://@acme/shop/./src/app.ts": a name that may have slashes in it, then a path.
const NAMESPACE = /^[a-z][a-z\d+.-]*:\/\/(?:.*?\/(?=\.{1,2}\/)|[^/]*\/)/i
// Turbopack's folder of the project, and the loaders of webpack, which stand before the file.
const NO_FOLDER = /^(?:\[[^\]]*\]|\.{0,2}|~|_N_E)$/
const MOST_PARENTS = 6

/**
 * @param {string} source as a map has it
 * @param {{ root?: string, folder: string }} options `root`: the `sourceRoot` of the map; `folder`: where the map lies
 * @returns {string} absolute path: the first that is there, of those that it may mean; or else the likeliest, which
 *   need not be there
 */
function placeOf (source, { root = '', folder }) {
  const whole = root && !isWhole(source) ? root.replace(/\/?$/, '/') + source : source
  const bare = whole.replace(/[?#][^/]*$/, '')
  const spellings = [...new Set([whole, bare, decoded(whole), decoded(bare)])]
  const places = spellings.map((one) => resolved(one, folder))
  return places.find(isFile) ?? below(places, folder) ?? places[1] ?? places[0]
}

/** @param {string} source */
function isWhole (source) {
  return SCHEME.test(source) || path.isAbsolute(source)
}

/**
 * @param {string} name
 * @param {string} folder
 * @returns {string} absolute path
 */
function resolved (name, folder) {
  if (/^file:/i.test(name)) return fromUrl(name)
  // A bundle's own scheme: relative to where the bundle was made, which is where its project is run.
  if (SCHEME.test(name)) return path.resolve(name.replace(NAMESPACE, ''))
  return path.resolve(folder, name)
}

/** @param {string} url */
function fromUrl (url) {
  const at = toPath(url)
  if (at === url) return url.replace(/^file:\/*/i, '/') // with a host, or with letters that are no URL's
  return path.resolve(at) // Node 20 leaves a "/./" in some
}

/**
 * The program may have been built elsewhere: in a container, below another folder.
 *
 * @param {string[]} places none of which is there
 * @param {string} folder of the map
 * @returns {string | undefined} a file that ends as one of them, in a folder of that name at least
 */
function below (places, folder) {
  const bases = [process.cwd(), ...parentsOf(folder)]
  for (const place of places) {
    const names = place.split(path.sep).filter((name) => !NO_FOLDER.test(name))
    for (let from = 0; from < names.length - 1; from++) {
      const found = bases.map((base) => path.join(base, ...names.slice(from))).find(isFile)
      if (found) return found
    }
  }
  return undefined
}

/** @param {string} folder */
function parentsOf (folder) {
  const parents = [folder]
  while (parents.length < MOST_PARENTS) parents.push(path.dirname(parents[parents.length - 1]))
  return parents
}

/** @param {string} text */
function decoded (text) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** @param {string} file */
function isFile (file) {
  try {
    return fs.statSync(file, { throwIfNoEntry: false })?.isFile() ?? false
  } catch {
    return false // a name that no file can have
  }
}

module.exports = { placeOf }
