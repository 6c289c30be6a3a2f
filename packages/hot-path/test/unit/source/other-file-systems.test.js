'use strict'

// Sources of a process in another mount namespace are read below /proc/<pid>/root. Here another folder stands for it.

const path = require('path')
const t = require('tap')
const { readBelow, readSource } = require('../../../src/source/source')
const { SourceMaps } = require('../../../src/source/source-maps')

const map = { version: 3, sources: ['shop.ts'], sourcesContent: ['let price'], names: [], mappings: 'AAAA' }

t.test('sources and source maps are read below the root of the process', async function (t) {
  const root = t.testdir({ app: { 'shop.js': 'var price', 'shop.js.map': JSON.stringify(map) } })
  t.equal(readSource('/app/shop.js'), null)
  readBelow(root)
  t.teardown(() => readBelow(''))
  t.equal(readSource('/app/shop.js'), 'var price')
  const place = { file: '/app/shop.js', line: 1, column: 1 }
  t.match(new SourceMaps().asWritten(place), { file: path.join('/app', 'shop.ts'), line: 1 })
})
