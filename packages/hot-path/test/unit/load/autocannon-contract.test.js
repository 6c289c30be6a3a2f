'use strict'

// load/connection.js overrides private methods of autocannon's client. This test fails when another version of
// autocannon lacks one of them. requests-sent and latency check the behaviour over real connections.

const fs = require('fs')
const t = require('tap')
const Client = require('autocannon/lib/httpClient')
const { version } = require('autocannon/package.json')
const { dependencies } = require('../../../package.json')

const { HTTPParser } = require(require.resolve('http-parser-js', { paths: [require.resolve('autocannon')] }))
const source = fs.readFileSync(require.resolve('autocannon/lib/httpClient'), 'utf8')

t.test('autocannon is pinned to the version that is installed', async function (t) {
  t.equal(dependencies.autocannon, version)
})

t.test("autocannon's client has the methods that a connection overrides, and calls them", async function (t) {
  for (const name of ['_connect', '_doRequest', '_resetConnection', 'getRequestBuffer', 'destroy']) {
    t.type(Client.prototype[name], 'function', name)
  }
  for (const call of ['this._connect()', 'this._doRequest(', 'this.getRequestBuffer(']) t.ok(source.includes(call), call)
  for (const field of ['this.parser', 'this.conn', 'this.timeoutTicker', 'this.pipelinedRequests', 'setupClient']) {
    t.ok(source.includes(field), field)
  }
  for (const event of ["'headers'", "'response'", "'reset'", "'connError'"]) t.ok(source.includes(event), event)
})

t.test('the HTTP parser has the hooks and fields that a connection reads', async function (t) {
  for (const name of ['kOnHeadersComplete', 'kOnBody', 'kOnMessageComplete']) t.type(HTTPParser[name], 'number', name)
  const parser = new HTTPParser(HTTPParser.RESPONSE)
  for (const name of ['execute', 'finish', 'reinitialize']) t.type(parser[name], 'function', name)
  const seen = []
  parser[HTTPParser.kOnHeadersComplete] = function ({ statusCode, versionMinor }) {
    seen.push(statusCode, versionMinor)
  }
  parser[HTTPParser.kOnBody] = () => {}
  parser[HTTPParser.kOnMessageComplete] = () => seen.push(parser.connection, parser.isChunked, parser.body_bytes)
  parser.execute(Buffer.from('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok'))
  t.same(seen.slice(0, 4), [200, 1, 'close', false])
})
