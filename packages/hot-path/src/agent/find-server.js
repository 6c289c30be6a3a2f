'use strict'

// Loaded into each Node process of a start script (NODE_OPTIONS). Reports how a process that opens a port was started.

const fs = require('fs')
const { Server } = require('net')
const { isMainThread } = require('worker_threads')

const { HOT_PATH_SEARCH: file } = process.env
const isWorkerOfCluster = process.env.NODE_UNIQUE_ID !== undefined

if (file && isMainThread && !isWorkerOfCluster) {
  const { execPath, execArgv, argv, env } = process
  // As at the start: the program may change its environment before it listens.
  const given = { argv: argv.slice(1), cwd: process.cwd(), env: { ...env } }
  const started = { node: execPath, nodeOptions: [...execArgv], ...given }
  const { listen } = Server.prototype
  Server.prototype.listen = function (/** @type {any[]} */ ...args) {
    this.once('listening', () => {
      const address = /** @type {any} */ (this.address())
      // A Unix socket has no port: tools use them between their own processes.
      if (address?.port) fs.appendFileSync(file, `${JSON.stringify({ ...started, port: address.port })}\n`)
    })
    return Reflect.apply(listen, this, args)
  }
}
