import Fastify from 'fastify'

const documents = Array.from({ length: 500 }, function (_, id) {
  return { id, words: [`a${id % 50}`, `b${id % 90}`, `c${id}`, `d${id % 300}`, `e${id}`] }
})

function buildIndex (version) {
  const index = new Map()
  for (const { id, words } of documents) {
    for (const word of words) {
      if (!index.has(word)) index.set(word, []) // <- here
      index.get(word).push({ id, version, weight: 1 / word.length }) // <- here
    }
  }
  return index
}

class Versions {
  #all = []

  publish (index) {
    this.#all.unshift(index)
    if (this.#all.length > 250) this.#all.pop()
    return this.#all.length
  }
}

const versions = new Versions()
let version = 0

const app = Fastify()
app.get('/', async function () {
  const readable = versions.publish(buildIndex(++version))
  return { version, readable }
})
await app.listen({ port: Number(process.env.PORT), host: process.env.HOST })
