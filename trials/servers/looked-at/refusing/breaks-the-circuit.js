'use strict'

const http = require('http')

class Breaker {
  failures = 0
  openUntil = 0

  async run (work) {
    if (Date.now() < this.openUntil) throw new Error('circuit is open') // <- here
    try {
      const result = await work()
      this.failures = 0
      return result
    } catch (err) {
      if (++this.failures >= 5) this.openUntil = Date.now() + 30_000
      throw err
    }
  }
}

const breaker = new Breaker()

function rates () {
  return new Promise(function (resolve, reject) {
    http.get({ host: '127.0.0.1', port: 1, path: '/rates' }, (res) => resolve(res.resume())).on('error', reject)
  })
}

http.createServer(async function (req, res) {
  try {
    await breaker.run(rates)
    res.end('rates\n')
  } catch (err) {
    res.statusCode = 503 // <- here
    res.end(`${err.message}\n`)
  }
}).listen(process.env.PORT, process.env.HOST)
