'use strict'

const { parentPort } = require('worker_threads')

const MOST = 10

parentPort.on('message', function ({ id, words, books }) {
  const found = books.filter(({ title }) => title.includes(words)).slice(0, MOST)
  parentPort.postMessage({ id, found: found.map(({ id, title }) => ({ id, title })) })
})
