'use strict'

// Part of the probes: runs inside the server under test.

const net = require('net')
const { PerformanceObserver } = require('perf_hooks')

/** @typedef {import('../../types/agent').Connections} Connections */

const EACH_MS = 20

/**
 * Samples the outgoing connections every 20 ms.
 *
 * @returns {{ end: () => { connections: Connections[], opened: number, lookups: number } }} `opened`: number opened, to
 *   any address, also by TLS; `lookups`: number of names looked up
 */
function watchConnections () {
  /** @type {WeakMap<net.Socket, { written: number, read: number, waits: boolean }>} */
  const known = new WeakMap()
  /** @type {Map<string, { count: number, busy: number }>} */
  const seen = new Map()
  let looks = 0
  let opened = 0
  let lookups = 0

  function look () {
    looks++
    /** @type {Map<string, number>} */
    const counts = new Map()
    for (const socket of outgoing()) {
      const address = `${socket.remoteAddress}:${socket.remotePort}`
      const one = seen.get(address) ?? { count: 0, busy: 0 }
      seen.set(address, one)
      counts.set(address, (counts.get(address) ?? 0) + 1)
      one.count = Math.max(one.count, counts.get(address) ?? 0)
      if (isBusy(socket)) one.busy++
    }
  }

  /** @param {net.Socket} socket */
  function isBusy (socket) {
    const { bytesWritten: written, bytesRead: read } = socket
    const before = known.get(socket) ?? { written, read, waits: false }
    const waits = read > before.read ? false : written > before.written || before.waits
    known.set(socket, { written, read, waits })
    return waits || read > before.read
  }

  const note = (/** @type {import('perf_hooks').PerformanceEntry[]} */ entries) => {
    for (let i = 0; i < entries.length; i++) entries[i].entryType === 'net' ? opened++ : lookups++
  }
  const observer = new PerformanceObserver((list) => note(list.getEntries()))
  observer.observe({ entryTypes: ['net', 'dns'] })
  const timer = Object.defineProperty(setInterval(look, EACH_MS).unref(), 'isHotPath', { value: true })
  return {
    end () {
      clearInterval(timer)
      note(observer.takeRecords())
      observer.disconnect()
      const connections = [...seen].map(([address, { count, busy }]) => ({ address, count, busy: busy / looks }))
      return { connections, opened, lookups }
    }
  }
}

/** @returns {net.Socket[]} outgoing connections, without the control channel */
function outgoing () {
  const handles = /** @type {any} */ (process)._getActiveHandles?.() ?? []
  const found = []
  for (let i = 0; i < handles.length; i++) { // from the server's context, which may have patched its arrays
    const handle = handles[i]
    if (handle instanceof net.Socket && handle.remotePort && !isOurs(handle)) found.push(handle)
  }
  return found
}

/** @param {any} socket */
function isOurs (socket) {
  return socket.server || socket._server || socket.isHotPath === true
}

/**
 * @param {any} resource of a callback
 * @returns {boolean} whether it is a timer of hot-path, or its control channel
 */
function isOfHotPath (resource) {
  if (resource.isHotPath) return true
  const owner = Object.getOwnPropertySymbols(resource).find(({ description }) => description === 'owner_symbol')
  return owner !== undefined && resource[owner]?.isHotPath === true
}

module.exports = { isOfHotPath, outgoing, watchConnections }
