'use strict'

const fs = require('fs')
const path = require('path')
const { OperationalError } = require('../util/errors')
const { printable } = require('../util/printable')
const { NONE } = require('./config')
const { requestsFrom } = require('./request-options')
const { startScript } = require('./start-script')

// Options that can load a compiler for TypeScript.
const LOADER = /(?:^|\s)(?:--import|--require|-r|--loader|--experimental-loader)\b/

/** @typedef {import('../types/pipeline').Subject} Subject */
/** @typedef {import('../types/config').ResolvedConfig} Config */

/**
 * @param {string} name id or alias in the config (such as a step's number), or path of a server file or of a folder
 *   with a start script
 * @param {{ path?: string, port?: number, host?: string, rate?: number, args?: string[], config?: Config,
 *   'no-load'?: boolean } & import('./request-options').RequestOptions} [options] requests and rate that override the
 *   subject's own; port to load; address to listen on; additional command-line arguments; `no-load`: allow scripts
 * @returns {Subject}
 * @throws {OperationalError} if there is no such server
 */
function toSubject (name, { path: urlPath, port, host, rate, args = [], config = NONE, 'no-load': noLoad, ...asked } = {}) {
  const named = config.subjects.find(({ id, alias }) => id === name || alias === name)
  const { path: ownPath, ...known } = named
    ? ofConfig({ ...named, isScript: named.isScript && !noLoad }, config.folder)
    : atPlace(locate(name, config), name)
  if (known.startScript !== undefined && noLoad) {
    throw new OperationalError(
      `the start script of ${known.entry}, "${known.startScript}", does not run node directly. With --no-load, give the path of the program's file instead.`
    )
  }
  const requests = requestsFrom(asked, known.load?.requests)
  const pace = rate === undefined ? undefined : { ...known.load?.pace, requestsPerSecond: rate }
  const load = { ...known.load, ...(requests && { requests }), ...(pace && { pace }) }
  return {
    ...known,
    path: urlPath ?? requests?.[0].path ?? ownPath,
    ...(Object.keys(load).length > 0 && { load }),
    ...(port && { port }),
    ...(host && { env: { ...known.env, HOST: host } }),
    args: [...(known.args ?? []), ...args]
  }
}

/**
 * @param {import('../types/config').NamedSubject} named
 * @param {string} folder config folder
 * @returns {Subject}
 */
function ofConfig ({ alias, featured, isScript, acceptedSlowdown, file, title, ...own }, folder) {
  const place = path.resolve(folder, file)
  if (isScript) {
    throw new OperationalError(`${own.id} is a script, not a server. Run it with: node ${relative(place)}`)
  }
  if (!fs.existsSync(place)) {
    throw new OperationalError(`the file of the subject ${own.id} in hot-path.config.js does not exist: ${place}`)
  }
  const started = atPlace(place, file)
  return {
    ...started,
    ...own,
    title: printable(title ?? own.id),
    path: own.path ?? started.path,
    args: [...(started.args ?? []), ...(own.args ?? [])],
    env: { ...started.env, ...own.env }
  }
}

/**
 * @param {string} place absolute path
 * @param {string} name the path as typed by the user
 * @returns {Subject}
 */
function atPlace (place, name) {
  const started = fs.statSync(place).isDirectory() ? startScript(place) : { entry: place }
  const options = [process.env.NODE_OPTIONS, started.env?.NODE_OPTIONS, ...(started.nodeOptions ?? [])].join(' ')
  if (/\.[cm]?tsx?$/.test(started.entry) && !(/** @type {any} */ (process.features).typescript) && !LOADER.test(options)) {
    throw new OperationalError(
      `Node ${process.version} does not run TypeScript. Use Node 22.18 or newer, give the project's folder if its start script runs it, load it with NODE_OPTIONS="--import tsx", or compile ${name} first.`
    )
  }
  return { ...started, id: idOf(place), title: printable(name), file: printable(relative(started.entry)), path: '/' }
}

/**
 * Finds a path relative to the working directory or to INIT_CWD: `npm --prefix` and `npx` change the working directory,
 * and INIT_CWD is the user's.
 *
 * @param {string} name
 * @param {Config} config
 */
function locate (name, config) {
  if (!name) throw new OperationalError('the subject is empty. Give the path of a server file.')
  const places = [process.cwd(), process.env.INIT_CWD ?? process.cwd()].map((place) => path.resolve(place, name))
  const found = places.find((place) => fs.existsSync(place))
  if (found) return found
  const ids = config.subjects.map(({ id, alias }) => alias ?? id)
  throw new OperationalError(
    `there is no subject ${JSON.stringify(name)}. Give the path of a server file${ids.length ? `, or one of ${ids.join(', ')}` : ''}.`
  )
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
