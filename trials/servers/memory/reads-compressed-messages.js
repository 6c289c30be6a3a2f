'use strict'

const http = require('node:http')
const zlib = require('node:zlib')

const OPTIONS = { windowBits: 10, chunkSize: 256 }

const message = JSON.stringify({ type: 'subscribe', channels: ['news', 'weather', 'traffic'], since: 1_700_000_000 })
const frame = zlib.deflateRawSync(message, { ...OPTIONS, finishFlush: zlib.constants.Z_SYNC_FLUSH })

const connections = new Set()

class Connection {
  constructor () {
    this.inflate = zlib.createInflateRaw(OPTIONS) // HERE
    this.subscribed = []
  }

  receive (bytes, done) {
    const chunks = []
    const onData = (chunk) => chunks.push(chunk)
    this.inflate.on('data', onData)
    this.inflate.write(bytes, () => {
      this.inflate.off('data', onData)
      const { type, channels } = JSON.parse(Buffer.concat(chunks).toString())
      if (type === 'subscribe') this.subscribed = channels
      done(this.subscribed)
    })
  }
}

const server = http.createServer(function (req, res) {
  const connection = new Connection()
  connections.add(connection) // HERE
  connection.receive(frame, function (channels) {
    res.setHeader('Content-Type', 'application/json')
    res.end(JSON.stringify({ channels, connections: connections.size }))
  })
})

server.listen(process.env.PORT || 0, '127.0.0.1', function () {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
