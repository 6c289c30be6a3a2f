'use strict'

// The classification of code: application, dependency or Node.

const fs = require('fs')
const path = require('path')
const t = require('tap')
const { isDependency, judgeByEntry, kindOf } = require('../../../src/util/frame-kind')

const shop = () => ({ 'server.js': '', lib: { 'price.js': '' }, node_modules: { express: { 'index.js': '' } } })
const folder = fs.realpathSync(
  t.testdir({
    global: { node_modules: { shop: shop(), '@acme': { shop: shop() }, express: { 'index.js': '' } } },
    project: {
      'package.json': '{ "dependencies": { "next": "1" } }',
      'page.js': '',
      node_modules: { next: { bin: { 'next.js': '' } }, shop: shop() }
    },
    linked: t.fixture('symlink', 'global/node_modules/shop/server.js')
  })
)
const at = (/** @type {string[]} */ ...parts) => path.join(folder, ...parts)

t.test('a package is a dependency', async function (t) {
  t.equal(kindOf(at('project/page.js')), 'app')
  t.equal(kindOf(at('project/node_modules/shop/lib/price.js')), 'dependency')
  t.equal(kindOf(`file://${at('project/node_modules/shop/lib/price.js')}`), 'dependency')
  t.equal(kindOf('node:events'), 'node')
})

t.test('the package that is run is the application; its dependencies are not', async function (t) {
  judgeByEntry({ entry: at('global/node_modules/shop/server.js'), cwd: folder })
  t.equal(kindOf(at('global/node_modules/shop/lib/price.js')), 'app')
  t.equal(kindOf(`file://${at('global/node_modules/shop/lib/price.js')}`), 'app')
  t.equal(kindOf(at('global/node_modules/shop/node_modules/express/index.js')), 'dependency')
  t.equal(kindOf(at('global/node_modules/express/index.js')), 'dependency', 'beside it')
  t.equal(kindOf(at('global/node_modules/@acme/shop/lib/price.js')), 'dependency', 'one of the same name')
})

t.test('a package with a scope, behind a link, or undeclared by its project is the application', async function (t) {
  judgeByEntry({ entry: 'server.js', cwd: at('global/node_modules/@acme/shop') })
  t.equal(kindOf(at('global/node_modules/@acme/shop/lib/price.js')), 'app')
  judgeByEntry({ entry: at('linked'), cwd: folder })
  t.equal(kindOf(at('global/node_modules/shop/lib/price.js')), 'app')
  judgeByEntry({ entry: 'node_modules/shop/server.js', cwd: at('project') })
  t.equal(kindOf(at('project/node_modules/shop/lib/price.js')), 'app', 'which the project does not name')
})

t.test('the command of a framework is a dependency', async function (t) {
  judgeByEntry({ entry: 'node_modules/next/bin/next.js', cwd: at('project') })
  t.ok(isDependency(at('project/node_modules/next/bin/next.js')))
  judgeByEntry({ entry: 'gone.js', cwd: at('project') })
})
