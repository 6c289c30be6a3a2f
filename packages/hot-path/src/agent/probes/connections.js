'use strict'

// Part of the probes: runs inside the server under test.

const diagnostics = require('diagnostics_channel')
const net = require('net')

/** @typedef {import('../../types/agent').Connections} Connections */

const EACH_MS = 20

/**
 * Samples the outgoing connections every 20 ms.
 *
 * @returns {{ end: () => { connections: Connections[], opened: number } }} `opened`: number opened, to any address
 */
function watchConnections () {
  /** @type {WeakMap<net.Socket, { written: number, read: number, waits: boolean }>} */
  const known = new WeakMap()
  /** @type {Map<string, { count: number, busy: number }>} */
  const seen = new Map()
  let looks = 0
  let opened = 0

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

  const note = () => {
    opened++
  }
  diagnostics.subscribe('net.client.socket', note)
  const timer = setInterval(look, EACH_MS)
  timer.unref()
  return {
    end () {
      clearInterval(timer)
      diagnostics.unsubscribe('net.client.socket', note)
      const connections = [...seen].map(([address, { count, busy }]) => ({ address, count, busy: busy / looks }))
      return { connections, opened }
    }
  }
}

/** @returns {net.Socket[]} outgoing connections, without the control channel */
function outgoing () {
  const handles = /** @type {any} */ (process)._getActiveHandles?.() ?? []
  return handles.filter(
    (/** @type {any} */ handle) => handle instanceof net.Socket && handle.remotePort && !isOurs(handle)
  )
}

/** @param {any} socket */
function isOurs (socket) {
  return socket.server || socket._server || socket.isHotPath === true
}

module.exports = { watchConnections }
