'use strict'

const fs = require('fs')
const path = require('path')
const catalog = require('../catalog')
const { Fault } = require('../harness/fault')

/** @typedef {import('../harness/records').Subject} Subject */

/**
 * @param {string} name a step's number, a catalog id, or the path of a server file
 * @param {{ path?: string }} [options] the path to request, where it is not the subject's own
 * @returns {Subject}
 * @throws {Fault} when there is no such thing
 */
function toSubject (name, options = {}) {
  const { number, lesson, ...known } = catalog.find((entry) => entry.id === name || entry.number === name) ?? ours(name)
  if (!known.path) throw new Fault(`${known.id} is no server, but a script that runs by itself: node ${known.file}`)
  return { ...known, path: options.path ?? known.path }
}

/**
 * @param {string} name
 * @returns {Subject & { number?: string, lesson?: boolean }}
 */
function ours (name) {
  const entry = locate(name)
  return { id: idOf(entry), title: name, entry, file: relative(entry), path: '/' }
}

/**
 * `npm --prefix` and `npx` move the working directory; INIT_CWD is where the person stands.
 *
 * @param {string} name
 */
function locate (name) {
  const places = [process.cwd(), process.env.INIT_CWD ?? process.cwd()].map((place) => path.resolve(place, name))
  const found = places.find((place) => fs.statSync(place, { throwIfNoEntry: false })?.isFile())
  if (found) return found
  const ids = catalog.map(({ id, number }) => number ?? id).join(', ')
  throw new Fault(`there is no subject "${name}". Give the path of a server file, or one of ${ids}.`)
}

/** @param {string} entry */
function idOf (entry) {
  const { dir, name } = path.parse(entry)
  return (name === 'index' ? path.basename(dir) : name).replace(/[^\w.-]+/g, '-').replace(/^\.+/, '') || 'server'
}

/** @param {string} file */
function relative (file) {
  const short = path.relative(process.cwd(), file)
  return short.startsWith('..') ? file : short
}

module.exports = { toSubject }
