'use strict'

const { parentPort } = require('worker_threads')

const MOST = 10

parentPort.on('message', function ({ id, words, titles }) {
  parentPort.postMessage({ id, found: linesWith(words, titles).map(toBook) })
})

function linesWith (words, text) {
  const lines = []
  for (let at = text.indexOf(words); at >= 0 && lines.length < MOST; at = text.indexOf(words, at + 1)) {
    const first = text.lastIndexOf('\n', at) + 1
    const last = text.indexOf('\n', at)
    lines.push(text.slice(first, last < 0 ? text.length : last))
    if (last < 0) break
    at = last
  }
  return lines
}

function toBook (line) {
  const [id, title] = line.split(': ')
  return { id: Number(id), title }
}
