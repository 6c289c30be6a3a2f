'use strict'

// Source maps of other tools, and broken ones: read correctly, or reported as broken; never an exception.

const fc = require('fast-check')
const fs = require('fs')
const path = require('path')
const t = require('tap')
const { SourceMaps } = require('../../../src/source/source-maps')

const folder = t.testdir({ src: { 'app.ts': 'source' } })
const file = path.join(folder, 'app.js')
const LINES = 8
const place = { file, line: 3, column: 1, name: 'f' }
// Line 3 of the executed file is line 12 of the source (columns from 0, all of them in VLQ).
const MAPPINGS = 'AASA;AACA;AACA;AACA'

/** @returns {{ file: string, line: number, broken: string | null }} */
function read (map) {
  fs.writeFileSync(file, '//\n'.repeat(LINES) + '//# sourceMappingURL=app.js.map\n')
  fs.writeFileSync(`${file}.map`, map)
  const sources = new SourceMaps()
  const translated = sources.asWritten(place)
  return { file: translated.file, line: translated.line, broken: sources.used[0].broken }
}

const legal = fc.record({
  version: fc.constant(3),
  file: fc.option(fc.string(), { nil: undefined }),
  sourceRoot: fc.constantFrom(undefined, null, '', 'src', 'src/', `file://${folder}/src`),
  names: fc.array(fc.string(), { maxLength: 3 }),
  sourcesContent: fc.option(fc.constantFrom([null], ['source'], []), { nil: undefined }),
  ignoreList: fc.option(fc.constant([0]), { nil: undefined }),
  x_vendor: fc.option(fc.jsonValue(), { nil: undefined })
}).map((map) => ({ ...map, sources: [map.sourceRoot ? 'app.ts' : 'src/app.ts'], mappings: MAPPINGS }))

t.test('two hundred valid source maps are read', async function (t) {
  fc.assert(fc.property(legal, fc.boolean(), function (map, hasSections) {
    const { sourceRoot, sources, names, mappings, ...rest } = map
    const part = { version: 3, sourceRoot: sourceRoot ?? undefined, sources, names, mappings }
    const whole = hasSections ? { version: 3, ...rest, sections: [{ offset: { line: 0, column: 0 }, map: part }] } : map
    const { file, line, broken } = read(JSON.stringify(whole))
    return broken === null && line === 12 && file === path.join(folder, 'src/app.ts')
  }), { numRuns: 200 })
})

t.test('two hundred broken source maps are read, or reported', async function (t) {
  const keys = ['sources', 'names', 'mappings', 'sourceRoot', 'sourcesContent', 'sections', 'version']
  const broken = fc.tuple(legal, fc.constantFrom(...keys), fc.oneof(fc.jsonValue(), fc.string(), fc.constantFrom([null], [{}], ';'.repeat(1000), 'zzzzzzzzzz,,,', '!!'))).map(([map, key, value]) => JSON.stringify({ ...map, [key]: value }))
  const cut = fc.tuple(legal, fc.nat(300)).map(([map, length]) => JSON.stringify(map).slice(0, length))
  fc.assert(fc.property(fc.oneof(broken, cut, fc.string()), function (text) {
    const { line, broken } = read(text)
    return Number.isInteger(line) && line >= 1 && (broken === null || /^[^\n]+$/.test(broken))
  }), { numRuns: 400 })
})

t.test('a source map with a megabyte of segments is read', async function (t) {
  const map = { version: 3, sources: ['src/app.ts'], names: [], mappings: `${MAPPINGS};${'AAAA,CAAC,'.repeat(1e5)}AAAA` }
  t.match(read(JSON.stringify(map)), { line: 12, broken: null })
})

t.test("in a bundle, a framework's function is not the application's", async function (t) {
  const map = { version: 3, sources: ['node_modules/next/fetch.js', 'src/app.ts'], names: [], mappings: 'AAAA;ACAA' }
  fs.writeFileSync(file, '//\n'.repeat(LINES) + '//# sourceMappingURL=app.js.map\n')
  fs.writeFileSync(`${file}.map`, JSON.stringify(map))
  const [wrapper, own] = [1, 2].map((line) => ({ file, line, column: 1, function: 'f' }))
  const filesOf = (frames) => frames.map((one) => path.basename(one.file))
  const translated = (value) => new SourceMaps().asWritten(value)
  t.same(filesOf(translated([wrapper, own])), ['app.ts'])
  t.same(filesOf(translated([wrapper])), ['fetch.js'], 'there is no other')
  const wait = (frames, awaits) => {
    const found = translated({ frames, awaits })
    return [filesOf(found.frames), filesOf(found.awaits)]
  }
  t.same(wait([wrapper, own], []), [['app.ts'], []])
  t.same(wait([wrapper], [wrapper, own]), [['app.ts'], []], 'the await of the application')
  t.same(wait([own], [own, wrapper]), [['app.ts'], ['app.ts']])
  const dependency = { ...own, file: '/app/node_modules/pg/client.js' }
  t.same(filesOf(translated([dependency, own])), ['client.js', 'app.ts'], 'a file of a package stays')
})

t.test('what a map names may have been generated, too', async function (t) {
  const folder = t.testdir({ src: { 'app.ts': '// orders\nexport function total (most) {}\n' } })
  const [bundle, middle] = ['bundle.js', 'middle.js'].map((name) => path.join(folder, name))
  const write = (file, source, mappings) => {
    fs.writeFileSync(file, `f(){}\ng(){}\n//# sourceMappingURL=${path.basename(file)}.map\n`)
    fs.writeFileSync(`${file}.map`, JSON.stringify({ version: 3, sources: [source], names: [], mappings }))
  }
  write(bundle, 'middle.js', 'AACA') // line 1 is line 2 of middle.js
  write(middle, 'src/app.ts', ';AACA') // line 2 is line 2 of src/app.ts
  const sources = new SourceMaps()
  t.match(sources.asWritten({ file: bundle, line: 1, column: 1 }), { file: path.join(folder, 'src/app.ts'), line: 2 })
  const callFrame = { functionName: 'f', url: bundle, lineNumber: 0, columnNumber: 0 }
  t.match(sources.asWritten(callFrame), { functionName: 'total', lineNumber: 1 }, 'a name that a minifier has given')
  t.match(sources.asWritten({ ...callFrame, functionName: 'sumOf' }), { functionName: 'sumOf' })
  write(middle, 'bundle.js', 'AAAA;AACA') // a circle
  t.ok(new SourceMaps().asWritten({ file: bundle, line: 1, column: 1 }).line > 0)
})

t.test('of a script that was compiled in memory, the text on disk is the source', async function (t) {
  const file = path.join(folder, 'src/app.ts')
  const text = '//\n//\ncode()\n//# sourceMappingURL=data:application/json;base64,' +
    Buffer.from(JSON.stringify({ version: 3, sources: ['app.ts'], names: [], mappings: ';;AASA' })).toString('base64')
  const sources = new SourceMaps([{ file, text }])
  const place = { file, line: 3, column: 1 }
  t.match(sources.asWritten(place), { file, line: 10 }, 'executed')
  t.match(sources.ofFiles([place]), [{ file, line: 3 }], 'found in the file')
})
