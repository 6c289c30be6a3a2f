'use strict'

// Another service, in a thread of its own: it answers after as many milliseconds as its path says.

const http = require('http')
const { Worker, isMainThread, parentPort } = require('worker_threads')

if (!isMainThread) {
  const server = http.createServer(function (req, res) {
    setTimeout(() => res.end('{"price":1}'), Number(req.url.split('/')[1]))
  })
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))
}

/** @returns {Promise<number>} its port */
module.exports = () =>
  new Promise(function (resolve) {
    const worker = new Worker(__filename)
    worker.unref()
    worker.once('message', resolve)
  })
