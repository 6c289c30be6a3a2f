'use strict'

// The difference between another response shape and another content.

const t = require('tap')
const { shapeDifference } = require('../../../src/measurement/body-shape')

t.test('different contents have the same shape', async function (t) {
  for (const [what, ones, others] of [
    ['a list that may be empty', [{ hits: [] }], [{ hits: [{ id: 'a' }] }]],
    ['a list that is empty now and then', [{ hits: [] }, { hits: [{ id: 'a' }] }], [{ hits: [{ id: 'b' }] }, { hits: [] }]],
    ['a field that may be null', [{ user: null }], [{ user: { name: 'Ada' } }]],
    ['a field that is missing now and then', [{ a: 1, next: 2 }, { a: 1 }], [{ a: 1 }, { a: 1 }]],
    ['a map by id', [{ a1: { n: 1 } }, { b2: { n: 2 } }], [{ c3: { n: 1 } }, { d4: { n: 1 } }]],
    ['a value of two kinds', [{ id: 1 }, { id: 'one' }], [{ id: 'two' }, { id: 'two' }]],
    ['a key that every object has, by inheritance', [{ constructor: 1 }], [{ constructor: 2 }]],
    ['nothing but numbers', [1, 2], [3, 4]]
  ]) {
    t.equal(shapeDifference(ones, others), null, what)
    t.equal(shapeDifference(others, ones), null, what)
  }
})

t.test('another shape is reported with its path', async function (t) {
  for (const [ones, others, sentence] of [
    [[{ id: 1 }], [{ id: '1' }], 'id is a number in the first and a string in the second'],
    [[{ hits: [{ id: 1 }] }], [{ hits: [{ id: '1' }] }], 'hits[].id is a number in the first and a string in the second'],
    [[[1]], [{ a: 1 }], 'the value is an array in the first and an object in the second'],
    [[{ a: 1, total: 3 }, { a: 1, total: 4 }], [{ a: 1 }, { a: 1 }], 'total is only in the first'],
    [[{ a: 1 }], [{ a: 1, total: 3 }], 'total is only in the second'],
    [[{ users: { 'ada@example.org': 1 } }], [{ users: {} }], 'users.(a key of 15 characters) is only in the first']
  ]) t.equal(shapeDifference(ones, others), sentence)
})

t.test('only the first levels of a very deep body are compared', async function (t) {
  const deep = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000))
  t.equal(shapeDifference([deep], [deep]), null)
})
