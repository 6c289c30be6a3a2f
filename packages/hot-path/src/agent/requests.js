'use strict'

// Reports the requests of the server under test: those over HTTP/1.1 by Node's diagnostics channels, those over HTTP/2
// by the streams of its servers.

const diagnostics = require('diagnostics_channel')
const { EventEmitter } = require('events')
const { Server } = require('net')

const STARTED = 'http.server.request.start'
const FINISHED = 'http.server.response.finish'
const PASSED_ON = 'bound emit' // `other.emit.bind(other, 'upgrade')`
// The server may replace these methods later.
const { listeners, once, prependListener, removeListener } = EventEmitter.prototype

/**
 * @typedef {object} Served
 * @property {{ method?: string, url?: string }} request
 * @property {any} response the ServerResponse, or the HTTP/2 stream: an event emitter, also of `prefinish` and `close`
 * @property {{ localPort?: number }} [socket] only over HTTP/1.1
 */
/** @typedef {(served: Served) => void} Listener */

/** @type {{ started: Set<Listener>, finished: Set<Listener> }} */
const overHttp2 = { started: new Set(), finished: new Set() }
/** @type {WeakSet<object>} */
let watched = new WeakSet()
/** @type {Set<() => void>} */
const duties = new Set()

/**
 * @param {{ started?: Listener, finished?: Listener }} listeners `started` is called in the asynchronous context of the
 *   request, before the server's own code
 * @returns {() => void} a function that ends the reports
 */
function watchRequests ({ started, finished }) {
  if (started) diagnostics.subscribe(STARTED, /** @type {any} */ (started))
  if (finished) diagnostics.subscribe(FINISHED, /** @type {any} */ (finished))
  if (started) overHttp2.started.add(started)
  if (finished) overHttp2.finished.add(finished)
  return function () {
    if (started) diagnostics.unsubscribe(STARTED, /** @type {any} */ (started))
    if (finished) diagnostics.unsubscribe(FINISHED, /** @type {any} */ (finished))
    if (started) overHttp2.started.delete(started)
    if (finished) overHttp2.finished.delete(finished)
  }
}

/**
 * A server emits `stream` for the requests of all its sessions, also of those that were open before.
 *
 * @param {any} server an HTTP/2 server
 */
function watchHttp2 (server) {
  if (watched.has(server)) return
  watched.add(server)
  Reflect.apply(prependListener, server, ['stream', onStream])
  duties.add(() => Reflect.apply(removeListener, server, ['stream', onStream]))
}

/** Watches the HTTP/2 servers of a process that already runs. */
function watchOpenHttp2 () {
  const handles = /** @type {any} */ (process)._getActiveHandles()
  for (let i = 0; i < handles.length; i++) if (speaksHttp2(handles[i])) watchHttp2(handles[i])
}

/** Removes all listeners from the servers. */
function endHttp2 () {
  for (const duty of duties) duty()
  duties.clear()
  watched = new WeakSet()
}

/**
 * @param {any} stream
 * @param {Record<string, any>} headers
 */
function onStream (stream, headers) {
  const served = { request: { method: headers[':method'], url: headers[':path'] }, response: stream }
  let isOver = false
  const end = () => {
    if (isOver || stream.rstCode !== 0) return // it was reset, without a whole response
    isOver = true
    for (const listener of overHttp2.finished) listener(served)
  }
  Reflect.apply(once, stream, ['finish', end])
  Reflect.apply(once, stream, ['close', end]) // a file is sent without `finish`
  for (const listener of overHttp2.started) listener(served)
}

/**
 * @param {any} response
 * @returns {number} its status; 0 if none was sent
 */
function statusOf ({ statusCode, sentHeaders }) {
  return Number(statusCode ?? sentHeaders?.[':status'] ?? 0)
}

/** @returns {boolean} whether a server here accepts connections of another protocol, such as WebSocket */
function acceptsUpgrades () {
  const handles = /** @type {any} */ (process)._getActiveHandles()
  for (let i = 0; i < handles.length; i++) {
    if (handles[i] instanceof Server && handlesUpgrades(handles[i])) return true
  }
  return false
}

/**
 * @param {any} server
 * @returns {boolean} false if its listeners only pass the event on, as restify does for every server
 */
function handlesUpgrades (server) {
  const found = Reflect.apply(listeners, server, ['upgrade'])
  for (let i = 0; i < found.length; i++) {
    if (Reflect.getOwnPropertyDescriptor(found[i], 'name')?.value !== PASSED_ON) return true
  }
  return false
}

/**
 * @param {any} server
 * @returns {boolean} whether it is an HTTP/2 server, with or without TLS
 */
function speaksHttp2 (server) {
  return /^Http2(Secure)?Server$/.test(server?.constructor?.name)
}

module.exports = { acceptsUpgrades, endHttp2, speaksHttp2, statusOf, watchHttp2, watchOpenHttp2, watchRequests }
