'use strict'

// Another service, in a process of its own. Over HTTP it answers `/<milliseconds>/...` after as many milliseconds, over
// TCP it answers a line `<milliseconds> ...` likewise, one line after the other.

const { fork } = require('child_process')
const http = require('http')
const net = require('net')
const readline = require('readline')
const { setTimeout: wait } = require('timers/promises')

const PAGES = 5

function answerTo (url) {
  const { searchParams } = new URL(url, 'http://upstream')
  const page = Number(searchParams.get('page') ?? 1)
  return JSON.stringify({ page, next: page < PAGES ? page + 1 : null, items: [page * 2, page * 2 + 1] })
}

function serve () {
  process.on('disconnect', () => process.exit())
  const overHttp = http.createServer(function (req, res) {
    setTimeout(() => res.end(answerTo(req.url)), Number(req.url.split('/')[1]))
  })
  const overTcp = net.createServer(async function (socket) {
    socket.on('error', () => socket.destroy())
    for await (const line of readline.createInterface({ input: socket })) {
      const [ms, ...words] = line.split(' ')
      await wait(Number(ms))
      socket.write(`+${words.join(' ')}\n`)
    }
  })
  overHttp.listen(0, '127.0.0.1', function () {
    overTcp.listen(0, '127.0.0.1', function () {
      process.send({ http: overHttp.address().port, tcp: overTcp.address().port })
    })
  })
}

if (require.main === module && process.send) serve()

/** @returns {Promise<{ http: number, tcp: number }>} its ports */
module.exports = () =>
  new Promise(function (resolve, reject) {
    const { NODE_OPTIONS, ...env } = process.env
    const child = fork(__filename, [], { env, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    child.once('error', reject)
    child.once('message', function (ports) {
      child.unref()
      child.channel.unref()
      resolve(ports)
    })
  })
