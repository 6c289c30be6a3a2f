'use strict'

const fs = require('fs')
const path = require('path')
const catalog = require('../catalog')
const { Fault } = require('../harness/fault')
const { startScript } = require('./start-script')

/** @typedef {import('../harness/records').Subject} Subject */

/**
 * @param {string} name a step's number, a catalog id, or the path of a server file, or of a folder with a start script
 * @param {{ path?: string, port?: number, args?: string[] }} [options] the path to request, where it is not the subject's
 *   own; which of its ports; and what stands behind its file on the command line
 * @returns {Subject}
 * @throws {Fault} when there is no such thing
 */
function toSubject (name, { path: urlPath, port, args = [] } = {}) {
  /** @type {Subject & { number?: string, lesson?: boolean }} */
  const subject = /** @type {any} */ (catalog.find((entry) => entry.id === name || entry.number === name)) ?? ours(name)
  const { number, lesson, ...known } = subject
  if (!known.path) throw new Fault(`${known.id} is no server, but a script that runs by itself: node ${known.file}`)
  return { ...known, path: urlPath ?? known.path, ...port && { port }, args: [...known.args ?? [], ...args] }
}

/**
 * @param {string} name
 * @returns {Subject & { number?: string, lesson?: boolean }}
 */
function ours (name) {
  const place = locate(name)
  const started = fs.statSync(place).isDirectory() ? startScript(place) : { entry: place }
  if (/\.[cm]?ts$/.test(started.entry) && !(/** @type {any} */ (process.features).typescript)) {
    throw new Fault(`Node ${process.version} does not run TypeScript. Use Node 22.18 or newer, or compile ${name} first.`)
  }
  return { ...started, id: idOf(place), title: name, file: relative(started.entry), path: '/' }
}

/**
 * `npm --prefix` and `npx` move the working directory; INIT_CWD is where the person stands.
 *
 * @param {string} name
 */
function locate (name) {
  if (!name) throw new Fault('the subject has no name. Give the path of a server file.')
  const places = [process.cwd(), process.env.INIT_CWD ?? process.cwd()].map((place) => path.resolve(place, name))
  const found = places.find((place) => fs.existsSync(place))
  if (found) return found
  const ids = catalog.map(({ id, number }) => number ?? id).join(', ')
  throw new Fault(`there is no subject ${JSON.stringify(name)}. Give the path of a server file, or one of ${ids}.`)
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
