'use strict'

const { parentPort } = require('node:worker_threads')

const byWord = new Map()

function wordsOf (text) {
  return [...new Set(text.toLowerCase().match(/\w+/g))]
}

function add (article) {
  const words = wordsOf(`${article.title} ${article.text}`)
  for (const word of words) {
    if (!byWord.has(word)) byWord.set(word, [])
    byWord.get(word).push({ id: article.id, title: article.title, length: article.text.length }) // HERE
  }
  return words.length
}

parentPort.on('message', function (article) {
  parentPort.postMessage({ id: article.id, words: add(article) })
})
