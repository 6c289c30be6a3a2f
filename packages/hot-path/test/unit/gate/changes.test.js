'use strict'

// What differs between baseline and candidate, and which change made the functions slower.

const fs = require('fs')
const path = require('path')
const t = require('tap')
const { allChanges, changesBetween, rootsOf } = require('../../../src/gate/changes')
const { whatGrew } = require('../../../src/source/profile-diff')

const frame = (name, file, kind = 'app') => ({ name, file, line: 1, kind })
const stack = (weight, ...frames) => ({ weight, frames })

t.test('versions of packages, and files of the application', async function (t) {
  const manifest = (version) => ({ 'package.json': JSON.stringify({ version }) })
  const version = (koa, core) => ({
    'server.js': 'same',
    packages: { core: { 'index.js': core } },
    node_modules: { koa: manifest(koa), qs: manifest('6.0.0') }
  })
  const root = fs.realpathSync(t.testdir({
    ...version('3.0.1', 'for (;;) {}'),
    reports: { tree: { ...version('2.16.1', 'fast'), 'old.js': '' } } // a work tree is inside of the repository
  }))
  const files = ['server.js', 'packages/core/index.js', 'node_modules/koa/lib/application.js', 'node_modules/qs/index.js']
  const seenIn = (folder) => ({
    folder,
    entry: path.join(folder, 'server.js'),
    stacks: [stack(1, ...files.map((file) => frame('f', path.join(folder, file))))]
  })
  const [before, after] = [path.join(root, 'reports/tree'), root].map(seenIn)
  const changeOf = changesBetween(before, after)
  for (const { folder } of [before, after]) {
    const found = files.map((file) => changeOf(path.join(folder, file)))
    t.same(found, [null, 'changed', 'koa 2.16.1 → 3.0.1', null], folder)
  }
  t.equal(changeOf(path.join(before.folder, 'old.js')), 'changed', 'it is gone')
  fs.mkdirSync(path.join(root, 'node_modules/router'))
  fs.writeFileSync(path.join(root, 'node_modules/router/package.json'), '{"version":"2.2.0"}')
  const router = path.join(root, 'node_modules/router/index.js')
  const withRouter = { ...after, stacks: [stack(1, frame('next', router))] }
  t.equal(changesBetween(before, withRouter)(router), 'router 2.2.0, new')
  t.equal(changeOf('/elsewhere/x.js'), null)
  t.equal(changeOf('node:net'), null)

  for (const { folder } of [before, after]) fs.writeFileSync(path.join(folder, 'package.json'), '{"dependencies":{"koa":"*","qs":"6"}}')
  fs.writeFileSync(path.join(root, 'limits.js'), 'module.exports = 64')
  const all = ['packages/core/index.js', 'old.js', 'limits.js', 'koa 2.16.1 → 3.0.1']
  t.same(allChanges(before, after).sort(), all.sort(), 'also what no profile shows')
  t.same(allChanges(after, after), [])

  t.same(rootsOf('/tree/packages/api', '/repo/packages/api'), ['/tree', '/repo'], 'other packages of a workspace, too')
  t.same(rootsOf('/repo', '/repo'), ['/repo', '/repo'])
  t.same(rootsOf('/a/v1', '/a/v2'), ['/a/v1', '/a/v2'])
})

t.test('time is that of the changed function, with the unchanged ones that it calls', async function (t) {
  const KOA = '/repo/node_modules/koa/application.js'
  const [handle, respond, write] = [frame('handle', '/repo/server.js'), frame('respond', KOA, 'dependency'), frame('writev', 'node:net', 'node')]
  const seen = (own, written) => ({
    stacks: [stack(50, handle), stack(own, handle, respond), stack(written, handle, respond, write)],
    cpuUs: 50 + own + written,
    folder: '/repo',
    entry: '/repo/server.js'
  })
  const changeOf = (file) => (file === KOA ? 'koa 2.16.1 → 3.0.1' : null)
  t.match(whatGrew(seen(10, 20), seen(10, 60), changeOf), [
    { name: 'respond', beforeUs: 30, afterUs: 70, withCalls: true, change: 'koa 2.16.1 → 3.0.1' }
  ], 'an unchanged function of Node takes the time')
  const [own] = whatGrew(seen(10, 20), seen(60, 20), changeOf)
  t.match([own.name, own.beforeUs, Math.round(own.afterUs)], ['respond', 10, 60])
  t.notOk(own.withCalls, 'it takes the time itself')
  t.match(whatGrew(seen(10, 20), seen(10, 60), () => null), [{ name: 'writev', change: null }], 'nothing has changed')
  const elsewhere = (file) => (file === '/repo/other.js' ? 'changed' : null)
  t.match(whatGrew(seen(10, 20), seen(10, 60), elsewhere), [{ name: 'writev', change: null }], 'the change does not explain it')
})
