'use strict'

// A server whose event loop is blocked by one request, in one of six ways.

const { execSync } = require('child_process')
const http = require('http')

const ways = {
  loop () {
    for (let i = 0; ; i++) Math.sqrt(i) // <- loop
  },
  pattern () {
    return /^(a+)+$/.test('a'.repeat(60) + '!') // <- pattern
  },
  parse () {
    const text = `[${'[[1,2,3],"text",{"a":1}],'.repeat(100)}0]`
    for (;;) JSON.parse(text) // <- parse
  },
  sleep () {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0) // <- sleep
  },
  command () {
    execSync('sleep 12') // <- command
  },
  garbage () {
    const kept = []
    while (kept.length < 7e5) kept.push({ text: [kept.length] }) // most of a heap of 100 MB
    for (let i = 0; ; i++) kept[i % kept.length] = { text: [i] } // <- garbage
  }
}

http.createServer(function (req, res) {
  ways[req.url.slice(1)]?.()
  res.end('hello')
}).listen(0, '127.0.0.1', function () {
  console.log(this.address().port)
})
