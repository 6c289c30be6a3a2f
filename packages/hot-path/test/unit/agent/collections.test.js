'use strict'

// Growing collections are found in the variables of a server, without running any of its code.

const t = require('tap')
const { openInspector } = require('../../../src/agent/inspector')
const { findFunctions, watchCollections } = require('../../../src/agent/probes/collections')

let ran = 0
const traps = new Proxy({}, Object.fromEntries(['get', 'has', 'ownKeys', 'getOwnPropertyDescriptor', 'getPrototypeOf'].map((trap) => [trap, () => { ran++ }])))

class Sessions {
  #byId = new Map()
  begin () { this.#byId.set(this.#byId.size, 'session') }
}

const store = {
  seen: new Set(),
  get costly () { ran++; return [] },
  odd: new Map([[{ toString: () => { ran++; return 'key' } }, []], ['traps', traps]]),
  ofTraps: Object.create(traps)
}
const answers = {}
const queue = []
const sessions = new Sessions()
const settled = Array.from({ length: 50 }, (_, i) => i)

function serve (from, to) {
  for (let i = from; i < to; i++) {
    store.seen.add(i)
    answers[`question ${i}`] = settled[i % 50]
    queue.push(i)
    sessions.begin()
  }
}

t.test('growing collections are reported by name wherever they are held, and others are not', async function (t) {
  const functions = findFunctions()
  serve(0, 20)
  ran = 0
  const { post, end } = openInspector()
  t.teardown(end)
  const grownSince = watchCollections(post, functions)
  serve(20, 60)
  const grown = grownSince().map(({ path, type, before, size }) => ({ name: path.join('.'), type, before, size }))
  const by = { before: 20, size: 60 }
  t.same(
    grown.sort((a, b) => (a.name < b.name ? -1 : 1)),
    [
      { name: 'answers', type: 'Object', ...by },
      { name: 'queue', type: 'Array', ...by },
      { name: 'sessions.#byId', type: 'Map', ...by },
      { name: 'store.seen', type: 'Set', ...by }
    ]
  )
  t.equal(ran, 0, 'no getter, no trap and no toString of the server ran')
})

t.test('a collection that was emptied has not grown', async function (t) {
  const { post, end } = openInspector()
  t.teardown(end)
  const watched = watchCollections(post, findFunctions())
  queue.length = 0
  t.notOk(watched().some(({ path }) => path[0] === 'queue'))
})
