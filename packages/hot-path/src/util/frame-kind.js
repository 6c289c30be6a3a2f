'use strict'

const fs = require('fs')
const path = require('path')
const { OWN_FILES } = require('./own-files')

const INSTALLED = /[\\/]node_modules[\\/]/
const PACKAGE = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+[\\/]/

/** @type {Set<string>} folders of packages that are the application itself, not its dependencies */
const applications = new Set()

/**
 * Registers the server's own package as the application if the server is an installed package (`npm install --global`,
 * npx, a container image). Call it before classifying any file of that server.
 *
 * @param {{ entry: string, cwd?: string }} subject
 */
function judgeByEntry ({ entry, cwd = process.cwd() }) {
  const folder = ownPackage(entry, cwd)
  if (folder) applications.add(folder)
}

/**
 * @param {string} entry
 * @param {string} cwd
 * @returns {string | null} folder of the server's package; null if the server is not an installed package, or is a
 *   dependency of the project in `cwd`, such as a framework's command: that project is then the application
 */
function ownPackage (entry, cwd) {
  try {
    const file = fs.realpathSync(path.resolve(cwd, entry))
    const [folder] = PACKAGE.exec(file) ?? []
    return folder === undefined || isNeededBy(cwd, folder) ? null : folder
  } catch {
    return null // the file no longer exists, or a package.json is invalid
  }
}

/**
 * @param {string} cwd
 * @param {string} folder package folder
 */
function isNeededBy (cwd, folder) {
  // A workspace may install it in a folder above.
  const home = folder.slice(0, folder.indexOf(`${path.sep}node_modules${path.sep}`))
  if (!isBelow(fs.realpathSync(cwd), home)) return false
  const file = path.join(cwd, 'package.json')
  if (!fs.existsSync(file)) return false
  const { dependencies = {}, devDependencies = {} } = JSON.parse(fs.readFileSync(file, 'utf8'))
  const name = folder.slice(folder.lastIndexOf('node_modules') + 'node_modules/'.length, -1)
  return Object.hasOwn(dependencies, name) || Object.hasOwn(devDependencies, name)
}

/**
 * @param {string} place
 * @param {string} folder
 */
function isBelow (place, folder) {
  return place === folder || place.startsWith(folder + path.sep)
}

/**
 * @param {string} file path, `file:` URL or `node:` name
 * @returns {import('../types/pipeline').FrameKind}
 */
function kindOf (file) {
  if (file.startsWith('node:')) return 'node'
  return isDependency(file) ? 'dependency' : 'app'
}

/**
 * @param {string} file path or `file:` URL
 * @returns {boolean} whether the file belongs to a dependency or to hot-path, not to the application
 */
function isDependency (file) {
  if (isOfHotPath(file)) return true
  if (!INSTALLED.test(file)) return false
  const place = withoutScheme(file)
  const [own] = [...applications].filter((folder) => place.startsWith(folder))
  return own === undefined || INSTALLED.test(place.slice(own.length - 1))
}

/**
 * @param {string} file path or `file:` URL
 * @returns {boolean} whether the file belongs to hot-path
 */
function isOfHotPath (file) {
  return withoutScheme(file).startsWith(OWN_FILES)
}

/**
 * @param {{ file: string | null }} frame
 * @returns {string} the package that contains the file; empty if none does
 */
function packageOf ({ file }) {
  const [, name = ''] = /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(file ?? '') ?? []
  return name
}

/** @param {string} file */
function withoutScheme (file) {
  return file.startsWith('file://') ? file.slice('file://'.length) : file
}

module.exports = { isDependency, isOfHotPath, judgeByEntry, kindOf, packageOf }
