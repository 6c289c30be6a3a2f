import { createServer } from 'node:http'
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'

const SOURCE = `
  const { workerData: { port, flag } } = require('node:worker_threads')
  port.on('message', (text) => setTimeout(function () {
    port.postMessage(text.toUpperCase())
    Atomics.store(flag, 0, 1)
    Atomics.notify(flag, 0)
  }, 5))
`

class Translator {
  flag: Int32Array = new Int32Array(new SharedArrayBuffer(4))
  channel: MessageChannel = new MessageChannel()

  constructor () {
    const { port2 } = this.channel
    const workerData = { port: port2, flag: this.flag }
    new Worker(SOURCE, { eval: true, execArgv: [], workerData, transferList: [port2] }).unref()
  }

  translate (text: string): string {
    Atomics.store(this.flag, 0, 0)
    this.channel.port1.postMessage(text)
    Atomics.wait(this.flag, 0, 0) // <- here
    return receiveMessageOnPort(this.channel.port1)?.message
  }
}

const translator = new Translator()

createServer(function (req, res) {
  res.end(`${translator.translate(`guten tag ${req.url}`)}\n`)
}).listen(Number(process.env.PORT), process.env.HOST)
