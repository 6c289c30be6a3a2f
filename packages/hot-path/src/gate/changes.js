'use strict'

// What differs between baseline and candidate: files of the application, and versions of packages.

const fs = require('fs')
const path = require('path')
const { sourceFilesIn } = require('../source/source')
const { isDependency, packageOf } = require('../util/frame-kind')
const { printable } = require('../util/printable')

const PACKAGE = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/

/** @typedef {import('../types/pipeline').WeightedStack} WeightedStack */
/** @typedef {{ stacks: WeightedStack[], folder: string, entry: string }} Version */

/**
 * @param {Version} before
 * @param {Version} after
 * @returns {(file: string) => string | null} the change of a file in the profile of either version: `changed`, or for a
 *   package `koa 2.16.1 → 3.0.1`; null if it is the same in both
 */
function changesBetween (before, after) {
  const names = [before, after].flatMap(packagesIn).map(([name]) => name)
  const versions = [before, after].map((one) => versionsIn(one, names))
  /** @type {Map<string, string | null>} */
  const known = new Map()
  return function (file) {
    if (!known.has(file)) known.set(file, isDependency(file) ? ofPackage(file) : ofFile(file))
    return known.get(file) ?? null
  }

  /** @param {string} file */
  function ofPackage (file) {
    return packageChange(packageOf({ file }), versions)
  }

  /** @param {string} file */
  function ofFile (file) {
    const own = ownerOf(file, [before, after])
    if (!own) return null
    return textOf(file) === textOf(counterpart(file, own, own === before ? after : before)) ? null : 'changed'
  }
}

/**
 * @param {string} name of a package
 * @param {Map<string, string>[]} versions before and after, by name
 * @returns {string | null} null if it is the same
 */
function packageChange (name, versions) {
  const [then, now] = versions.map((one) => one.get(name) ?? null)
  if (then === now) return null
  const isOne = then === null || now === null
  return printable(isOne ? `${name} ${then ?? now}, ${now === null ? 'removed' : 'new'}` : `${name} ${then} → ${now}`)
}

/**
 * Lists what differs. Some changes are in no function of a profile: a constant, a pattern, a configuration.
 *
 * @param {Version} before
 * @param {Version} after
 * @returns {string[]} files of the application, and packages that it names: `config/patterns.js`,
 *   `koa 2.16.1 → 3.0.1`; empty if both versions are in one folder
 */
function allChanges (before, after) {
  if (before.folder === after.folder) return []
  const versions = [before, after]
  const names = [...new Set(versions.flatMap(({ folder }) => dependenciesOf(folder)))]
  const installed = versions.map((one) => versionsIn({ ...one, stacks: [] }, names))
  const files = versions.flatMap(function (one) {
    const own = sourceFilesIn(one.folder).filter((file) => ownerOf(file, versions) === one)
    return own.map((file) => path.relative(one.folder, file))
  })
  const isChanged = function (/** @type {string} */ file) {
    const [then, now] = versions.map(({ folder }) => textOf(path.join(folder, file)))
    return then !== now
  }
  const packages = names.flatMap((name) => packageChange(name, installed) ?? [])
  return [...[...new Set(files)].filter(isChanged).map(printable), ...packages]
}

/** @param {string} folder */
function dependenciesOf (folder) {
  return Object.keys(JSON.parse(textOf(path.join(folder, 'package.json')) ?? '{}').dependencies ?? {})
}

/**
 * @param {string} file
 * @param {Version[]} versions
 * @returns {Version | undefined} the one that it belongs to. One may be in a folder of the other: a work tree is
 */
function ownerOf (file, versions) {
  return versions.filter((one) => isIn(file, one)).sort((a, b) => b.folder.length - a.folder.length)[0]
}

/**
 * @param {string} file
 * @param {Version} version
 */
function isIn (file, { folder, entry }) {
  return file === entry || file.startsWith(folder + path.sep)
}

/**
 * @param {string} file
 * @param {Version} own
 * @param {Version} other
 * @returns {string} the file in the other version
 */
function counterpart (file, own, other) {
  return file === own.entry ? other.entry : path.join(other.folder, path.relative(own.folder, file))
}

/**
 * @param {Version} version
 * @returns {[name: string, folder: string][]} the packages in its profile
 */
function packagesIn ({ stacks }) {
  const files = new Set(stacks.flatMap(({ frames }) => frames.map((frame) => String(frame.file))))
  return [...files].flatMap(function (file) {
    const [folder] = PACKAGE.exec(file) ?? []
    return folder === undefined ? [] : [[packageOf({ file }), folder]]
  })
}

/**
 * @param {Version} version
 * @param {string[]} names of packages
 * @returns {Map<string, string>} their versions, if they are installed
 */
function versionsIn (version, names) {
  const places = new Map(packagesIn(version))
  return new Map(
    names.flatMap(function (name) {
      const found = versionAt(places.get(name) ?? path.join(version.folder, 'node_modules', name))
      return found === null ? [] : [[name, found]]
    })
  )
}

/**
 * @param {string} folder of a package
 * @returns {string | null}
 */
function versionAt (folder) {
  return JSON.parse(textOf(path.join(folder, 'package.json')) ?? '{}').version ?? null
}

/** @param {string} file */
function textOf (file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return null // it is not in this version
  }
}

/**
 * @param {string} one absolute path of a version's folder
 * @param {string} other that of the other version
 * @returns {[string, string]} the roots of both versions: the same folders inside of both are left out, as in
 *   `/tree/packages/api` and `/repo/packages/api`
 */
function rootsOf (one, other) {
  if (one === other || path.basename(one) !== path.basename(other)) return [one, other]
  return rootsOf(path.dirname(one), path.dirname(other))
}

module.exports = { allChanges, changesBetween, rootsOf }
