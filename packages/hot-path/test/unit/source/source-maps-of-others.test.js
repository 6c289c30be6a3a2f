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
