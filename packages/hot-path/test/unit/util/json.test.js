'use strict'

const fs = require('fs')
const path = require('path')
const t = require('tap')
const { jsonText, writeJson } = require('../../../src/util/json')

const RECORD = {
  version: 1,
  machine: { cores: 2, cpu: 'a\nb' },
  empty: [],
  counts: [1, 2],
  left: undefined,
  plan: { rounds: 3, of: ['a'] },
  samples: [{ round: 1, of: [{ x: null }] }, { round: 2, of: [] }]
}

t.test('each list entry has a separate line, and no value is lost', async function (t) {
  const text = jsonText(RECORD)
  t.same(JSON.parse(text), JSON.parse(JSON.stringify(RECORD)))
  t.ok(text.includes('\n  {"round":1,"of":[{"x":null}]},\n  {"round":2,"of":[]}\n'), text)
  t.ok(text.includes('\n "machine": {"cores":2,"cpu":"a\\nb"},\n'), text)
  t.equal(jsonText([{ a: 1 }, { b: 2 }]), '[\n {"a":1},\n {"b":2}\n]\n')
  t.same([{}, []].map((empty) => JSON.parse(jsonText(empty))), [{}, []])
})

t.test('a record that cannot be serialised leaves the file unchanged', async function (t) {
  const file = path.join(t.testdir({ 'kept.json': '{}' }), 'kept.json')
  const circle = {}
  circle.self = circle
  t.throws(() => writeJson(file, circle), /circular/i)
  t.equal(fs.readFileSync(file, 'utf8'), '{}')
  writeJson(file, RECORD)
  t.equal(JSON.parse(fs.readFileSync(file, 'utf8')).version, 1)
})
