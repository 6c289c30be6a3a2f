'use strict'

// The source map that a file refers to: its last comment, and no text that only resembles one.

const fs = require('fs')
const path = require('path')
const t = require('tap')
const { SourceMaps } = require('../../../src/source/source-maps')

const MAP = { version: 3, sources: ['as-written.ts'], names: [], mappings: 'AAAA' }
const AT = `data:application/json;base64,${Buffer.from(JSON.stringify(MAP)).toString('base64')}`
const CODE = 'const a = 1\n'

/** Returns the source file of the first character, and the error of the source map. */
function read (t, text) {
  const file = path.join(fs.realpathSync(t.testdir({ 'made.js': text, 'made.js.map.json': JSON.stringify(MAP) })), 'made.js')
  const maps = new SourceMaps()
  const { file: from } = maps.asWritten({ file, line: 1, column: 1 })
  return { from: path.basename(from), broken: maps.used[0]?.broken ?? null }
}

const MAPPED = { from: 'as-written.ts', broken: null }
const PLAIN = { from: 'made.js', broken: null }
const files = {
  'at its end': [`${CODE}//# sourceMappingURL=${AT}`, MAPPED],
  'with a line break, and white space': [`${CODE}//# sourceMappingURL=${AT}  \r\n\n`, MAPPED],
  'behind the code of a line': [`a();//# sourceMappingURL=${AT}`, MAPPED],
  'in the old spelling': [`${CODE}//@ sourceMappingURL=${AT}`, MAPPED],
  'in a comment of several lines': [`${CODE}/*# sourceMappingURL=${AT} */\n`, MAPPED],
  'with comments after it': [`${CODE}//# sourceMappingURL=${AT}\n// a licence\n/* and\nanother */\n`, MAPPED],
  'the last of two': [`${CODE}//# sourceMappingURL=gone.map\n//# sourceMappingURL=${AT}`, MAPPED],
  'in a file beside it': [`${CODE}//# sourceMappingURL=made.js.map.json`, MAPPED],
  'in a string': [`const a = '//# sourceMappingURL=%E0%A4%A'\n${CODE}`, PLAIN],
  'in a string of the last line': ["const a = '//# sourceMappingURL=%E0'", PLAIN],
  'in a template': ['const a = `\n//# sourceMappingURL=gone.map\n`\n', PLAIN],
  'in a regular expression': [`const a = /\\/[/*][#@] sourceMappingURL=(\\S+)/\n${CODE}`, PLAIN],
  'before more code': [`//# sourceMappingURL=${AT}\n${CODE}`, PLAIN],
  nowhere: [CODE, PLAIN],
  'that cannot be decoded': [`${CODE}//# sourceMappingURL=%E0%A4%A`, { from: 'made.js', broken: 'URI malformed' }]
}
for (const [where, [text, expected]] of Object.entries(files)) {
  t.test(`the comment is ${where}`, async function (t) {
    t.same(read(t, text), expected)
  })
}

t.test('a bundle of some megabytes without a comment is read without delay', async function (t) {
  t.same(read(t, `${'/*# not one */'.repeat(300_000)}\n`), PLAIN)
  t.same(read(t, '//# '.repeat(1_000_000)), PLAIN)
  t.same(read(t, `sourceMappingURL=${'/*'.repeat(1_000_000)}`), PLAIN)
})
