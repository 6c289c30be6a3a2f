'use strict'

// Finds the source file that a source map names. Bundlers and compilers name it in many ways.

const fs = require('fs')
const path = require('path')
const { toPath } = require('./source')

const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i
// "webpack://@acme/shop/./src/app.ts": a namespace that may contain slashes, then a path.
const NAMESPACE = /^[a-z][a-z\d+.-]*:\/\/(?:.*?\/(?=\.{1,2}\/)|[^/]*\/)/i
// Not folders: Turbopack's project folder (`[project]`), and webpack's loaders, which precede the file.
const NO_FOLDER = /^(?:\[[^\]]*\]|\.{0,2}|~|_N_E)$/
const MOST_PARENTS = 6

/**
 * @param {string} source as in a map
 * @param {{ root?: string, folder: string }} options `root`: the `sourceRoot` of the map; `folder`: that of the map
 * @returns {string} the absolute path: of the possible files, the first that exists; else the likeliest, which need not
 *   exist
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
  // A bundler's own scheme: relative to the folder of the build, which is the working directory of the project.
  if (SCHEME.test(name)) return path.resolve(name.replace(NAMESPACE, ''))
  return path.resolve(folder, name)
}

/** @param {string} url */
function fromUrl (url) {
  const at = toPath(url)
  if (at === url) return url.replace(/^file:\/*/i, '/') // it has a host, or characters that are invalid in a URL
  return path.resolve(at) // Node 20 leaves "/./" in some paths
}

/**
 * Finds a source whose program was built elsewhere: in a container, or in another folder.
 *
 * @param {string[]} places paths that do not exist
 * @param {string} folder of the map
 * @returns {string | undefined} an existing file whose path has the same end: at least its name and its folder's name
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
    return false // not a valid file name
  }
}

module.exports = { placeOf }
