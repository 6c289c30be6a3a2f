'use strict'

// The location of a source that a source map names, in the notations of bundlers and compilers.

const fs = require('fs')
const path = require('path')
const t = require('tap')
const { SourceMaps } = require('../../../src/source/source-maps')
const { placeOf } = require('../../../src/source/source-place')

const folder = fs.realpathSync(t.testdir({
  project: { src: { 'app.ts': 'source', 'my file.ts': 'source', lib: { 'app.ts': 'other' } }, dist: { server: {} }, 'index.ts': 'source' }
}))
const project = path.join(folder, 'project')
const app = path.join(project, 'src/app.ts')
const before = process.cwd()
t.before(() => process.chdir(project))
t.teardown(() => process.chdir(before))
const dist = path.join(project, 'dist')

t.test('an existing source is found in every notation', async function (t) {
  const forms = [
    ['../src/app.ts'],
    ['app.ts', '../src'],
    ['app.ts', '../src/'],
    ['./app.ts', 'file://' + path.join(project, 'src')],
    ['app.ts', path.join(project, 'src')],
    [app, '/ignored'],
    ['file://' + app],
    ['file://localhost' + app],
    ['webpack://shop/./src/app.ts'],
    ['webpack://@acme/shop/./src/app.ts'],
    ['webpack://@acme/shop/src/app.ts'],
    ['webpack:///./src/app.ts?a1b2'],
    ['webpack:///src/app.ts'],
    ['webpack-internal:///./src/app.ts'],
    ['turbopack:///[project]/src/app.ts'],
    ['rollup://localhost/src/app.ts'],
    ['/usr/src/image/src/app.ts'],
    ['../../../build/shop/src/app.ts'],
    ['src/app.ts']
  ]
  for (const [source, root] of forms) t.equal(placeOf(source, { root, folder: dist }), app, `${source} below ${root}`)
  t.equal(placeOf('../src/my%20file.ts', { folder: dist }), path.join(project, 'src/my file.ts'))
  t.equal(placeOf('../../src/lib/app.ts', { folder: path.join(dist, 'server') }), path.join(project, 'src/lib/app.ts'))
})

t.test('a missing source gets its likeliest path', async function (t) {
  t.equal(placeOf('../src/gone.ts', { folder: dist }), path.join(project, 'src/gone.ts'))
  t.equal(placeOf('webpack://@acme/shop/./src/gone.ts', { folder: dist }), path.join(project, 'src/gone.ts'))
  t.equal(placeOf('/elsewhere/index.ts', { folder: dist }), '/elsewhere/index.ts', 'a file of the same name alone is another one')
  for (const odd of ['', '\0', 'a'.repeat(10_000), 'file://[', '%', 'webpack://', '../'.repeat(100)]) {
    t.type(placeOf(odd, { folder: dist }), 'string')
  }
})

t.test('a source map may have unnamed sources, sections, and a first line that is not JSON', async function (t) {
  const mappings = 'AASA;AACA;AACA'
  const at = path.join(dist, 'app.js')
  const place = { file: at, line: 3, column: 1, name: 'heavy' }
  const read = function (map, guard = '') {
    fs.writeFileSync(at, '//\n//\nheavy()\n//# sourceMappingURL=app.js.map\n')
    fs.writeFileSync(`${at}.map`, guard + JSON.stringify({ version: 3, names: [], mappings, ...map }))
    const sources = new SourceMaps()
    const { file, line } = sources.asWritten(place)
    return { file, line, broken: sources.used[0].broken }
  }
  const right = { file: app, line: 12, broken: null }
  t.same(read({ sources: ['../src/app.ts'], mappings: 'AASA;AACA;AACA' }), { ...right, line: 12 })
  t.same(read({ sources: [null, '../src/app.ts'], mappings: 'ACSA;AACA;AACA' }), right)
  t.same(read({ sources: ['../src/app.ts'] }, ")]}'\n"), right)
  t.same(read({ sections: [{ offset: { line: 0, column: 0 }, map: { version: 3, sources: ['../src/app.ts'], names: [], mappings } }], sources: undefined, mappings: undefined }), right)
  t.same(read({ sources: [null] }), { file: at, line: 3, broken: null }, 'without a source name, the line of the generated code')
  for (const wrong of [{ sources: [1] }, { sources: ['a'], mappings: 3 }, { sections: [{ offset: { line: 1e9, column: 0 }, map: { sources: [], mappings: '' } }] }, { sections: [null] }, { sources: ['a'], names: 3 }]) {
    t.match(read(wrong), { file: at, line: 3, broken: /not a source map/ })
  }
})
