'use strict'

// Whether a server accepts connections of another protocol, such as WebSocket.

const { EventEmitter, once } = require('events')
const http = require('http')
const t = require('tap')
const { acceptsUpgrades } = require('../../src/agent/requests')

t.test('a listener for upgrades counts, unless it only passes the event on', async function (t) {
  const server = http.createServer().listen(0, '127.0.0.1')
  t.teardown(() => server.close())
  await once(server, 'listening')
  t.notOk(acceptsUpgrades())
  const framework = new EventEmitter()
  server.on('upgrade', framework.emit.bind(framework, 'upgrade')) // as restify
  t.notOk(acceptsUpgrades())
  server.on('upgrade', (request, socket) => socket.destroy())
  t.ok(acceptsUpgrades())
})
