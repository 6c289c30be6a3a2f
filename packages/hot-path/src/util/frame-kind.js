'use strict'

const fs = require('fs')
const path = require('path')
const { OWN_FILES } = require('./own-files')

const INSTALLED = /[\\/]node_modules[\\/]/
const PACKAGE = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+[\\/]/

/** @type {Set<string>} packages that are the application, and not one of its dependencies: their folders */
const applications = new Set()

/**
 * A server may be installed itself: `npm install --global`, npx, an image. Then its own package is the application.
 * Call it before anything of that server is judged.
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
 * @returns {string | null} null where the server is not installed, or is a tool of the project in which it runs, such
 *   as a framework's own command: that project is the application
 */
function ownPackage (entry, cwd) {
  try {
    const file = fs.realpathSync(path.resolve(cwd, entry))
    const [folder] = PACKAGE.exec(file) ?? []
    return folder === undefined || isNeededBy(cwd, folder) ? null : folder
  } catch {
    return null // it is not there any more
  }
}

/**
 * @param {string} cwd
 * @param {string} folder of a package
 */
function isNeededBy (cwd, folder) {
  if (!folder.startsWith(path.join(fs.realpathSync(cwd), 'node_modules') + path.sep)) return false
  const file = path.join(cwd, 'package.json')
  if (!fs.existsSync(file)) return false
  const { dependencies = {}, devDependencies = {} } = JSON.parse(fs.readFileSync(file, 'utf8'))
  const name = folder.slice(folder.lastIndexOf('node_modules') + 'node_modules/'.length, -1)
  return Object.hasOwn(dependencies, name) || Object.hasOwn(devDependencies, name)
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
 * @returns {boolean} what looks into a server is none of the server's own code, either
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
 * @returns {boolean} whether it is of hot-path, which looks into the server
 */
function isOfHotPath (file) {
  return withoutScheme(file).startsWith(OWN_FILES)
}

/** @param {string} file */
function withoutScheme (file) {
  return file.startsWith('file://') ? file.slice('file://'.length) : file
}

module.exports = { isDependency, isOfHotPath, judgeByEntry, kindOf }
