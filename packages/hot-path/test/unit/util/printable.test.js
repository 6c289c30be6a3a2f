'use strict'

// Names and messages of other programs have no effect where they are printed.

const fc = require('fast-check')
const t = require('tap')
const { wrap } = require('../../../src/util/format')
const { printable, printableIn, printableLines } = require('../../../src/util/printable')
const { toMarkdown } = require('../../../src/gate/text')

// Control characters of terminals, bidirectional controls, invisible characters, and line separators.
// eslint-disable-next-line no-control-regex
const ACTIVE = /[\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u
const odd = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom('::', '##[', 'error', '\x1b[31m', '\x1b]52;c;aGk=\x07', '\x9b2J', '\u202e', '\n', '\r', '\u2028', '|', '@everyone', '`', '<b>', ' ', '\t', 'a')).map((parts) => parts.join(''))
)

t.test('printable text is one line without active content', async function (t) {
  fc.assert(fc.property(odd, function (text) {
    const shown = printable(text)
    return !ACTIVE.test(shown) && !/^\s*::/.test(shown) && !shown.includes('##[') && printable(shown) === shown
  }), { numRuns: 2000 })
})

t.test('harmless text is unchanged', async function (t) {
  for (const text of ['getUser', 'Größe', '名前', 'std::vector', '/srv/a b/c.js', '#private', '## Heading', '👩‍👩‍👧', 'می‌خواهم', '']) t.equal(printable(text), text)
  t.equal(printable('a\x1b[31mred\x1b[0m\x1b]0;title\x07b'), 'aredb')
  t.equal(printable('::error::x'), ': :error::x')
  t.equal(printable(' ##[error]x'), ' ## [error]x')
  t.equal(printable('a\r\nb'), 'a b')
})

t.test('a log keeps its lines, and each of them is harmless', async function (t) {
  t.equal(printableLines('one\n::stop-commands::x\r\nthree\x07'), 'one\n: :stop-commands::x\nthree')
  fc.assert(fc.property(odd, (text) => printableLines(text).split('\n').every((line) => printable(line) === line)))
})

t.test('names and texts of a record are made printable', async function (t) {
  const record = { 'a\nb': 1, list: ['\u202eabc', null, true], words: 'one\n\x1b[2Jtwo', deep: { name: 'x\ny' } }
  t.same(printableIn(record), { 'a b': 1, list: ['abc', null, true], words: 'one\ntwo', deep: { name: 'x y' } })
})

t.test('a name in Markdown breaks no table, mentions no user and makes no heading', async function (t) {
  const grown = (name, file) => ({ name, file, line: 1, kind: 'app', beforeUs: 1, afterUs: 2, calledFrom: null })
  const witness = { ratio: 2, interval: [1.9, 2.1], outliers: [], reason: null }
  const result = {
    verdict: 'fails',
    reason: null,
    doubts: [],
    decidedBy: 'cpu',
    interval: [1.9, 2.1],
    ratio: 2,
    rounds: 5,
    smallest: null,
    counts: [],
    witnesses: { serverCpuUsPerRequest: witness }
  }
  const thresholds = { margin: 0.02, alarm: 0.1, budget: 60 }
  const told = (/** @type {string} */ name) => toMarkdown({
    result,
    thresholds,
    about: { baseline: name, candidate: 'b.js', requests: name, load: '' },
    contractChange: name,
    grown: [grown(name, 'a.js')]
  })
  fc.assert(fc.property(odd.map((name) => `x${name}`), function (name) {
    const text = told(printable(name))
    const outsideOfCode = text.replace(/(?<![\\`])(`+)(?!`)[^]*?(?<!`)\1(?!`)/g, '')
    return text.split('\n').length === told('n').split('\n').length && !/(^|[^\\])@\w/.test(outsideOfCode)
  }))
})

t.test('a wrapped text has no line that begins with a command or a heading', async function (t) {
  for (const word of ['::error::taken', '# H1', '##[error]taken']) {
    for (let width = 10; width < 40; width++) {
      for (const gap of [' ', '  ']) {
        const lines = wrap(`The server answers with an error${gap}${word}, which the log shows.`, width)
        t.notOk(lines.some((line) => line.trim().startsWith(word.split(' ')[0])), `${word} at ${width}`)
        t.ok(lines.length > 1 && lines.join(' ').includes(word))
      }
    }
  }
})
