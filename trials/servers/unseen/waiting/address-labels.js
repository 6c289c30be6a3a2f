const http = require('http')
const path = require('path')
const { fork } = require('child_process')
const async = require('async')

const upstream = fork(path.join(__dirname, '..', 'upstream-eva.js'), [], { execArgv: [] })
const agent = new http.Agent({ keepAlive: true })
let printerPort
let serial = 0

function formatLabel (order) {
  return [
    order.name.toUpperCase(),
    order.street,
    order.zip + '  ' + order.city,
    '#' + String(order.serial).padStart(8, '0'),
  ].join('\n')
}

function printLabel (order, done) {
  const options = { host: '127.0.0.1', port: printerPort, path: '/print/labels', method: 'POST', agent }
  const req = http.request(options, function (res) { // <- here
    res.resume()
    res.on('end', function () {
      done(null, { serial: order.serial, printed: res.statusCode === 200 })
    })
  })
  req.on('error', done)
  req.end(formatLabel(order))
}

const printQueue = async.queue(printLabel, 3) // <- here

function handle (req, res) {
  const order = { serial: ++serial, name: 'J. Visser', street: 'Havenstraat 12', zip: '3011 AB', city: 'Rotterdam' }
  printQueue.push(order, function (err, receipt) { // <- here
    if (err) {
      res.writeHead(502)
      return res.end('printer not available\n')
    }
    res.writeHead(200, { 'Content-Type': 'application/json' })
    res.end(JSON.stringify(receipt))
  })
}

upstream.once('message', function (message) {
  printerPort = message.port
  http.createServer(handle).listen(Number(process.env.PORT), process.env.HOST)
})
