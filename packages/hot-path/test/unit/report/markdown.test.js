'use strict'

// What an instrument has found, as Markdown.

const path = require('path')
const t = require('tap')
const { findingInMarkdown } = require('../../../src/report/markdown')

const FINDING = { conclusion: ['The check-up says: event-loop'], lines: ['text'], command: 'npx hot-path checkup .', circumstances: ['Node.js v24.1.0'] }

t.test('a long text is cut, so that the whole has fewer than 60 lines', async function (t) {
  const file = path.join(t.testdir({ 'server.js': 'line\n'.repeat(50) }), 'server.js')
  const hottest = [1, 2, 3].map((line) => ({ kind: 'app', name: 'total', file, line: 10 * line, self: 30 }))
  const lines = Array.from({ length: 200 }, (_, i) => `line ${i}`)
  const markdown = findingInMarkdown({ ...FINDING, lines, hottest, next: 'Measure again.' })
  t.ok(markdown.split('\n').length < 60, `${markdown.split('\n').length} lines`)
  t.match(markdown, /^line 33\n\(more on the page\)\n```$/m)
  t.match(markdown, /^> 10 {2}line$/m, 'the source of the hottest function')
  t.match(markdown, /^\*\*Next:\*\* Measure again\.$/m)
})

t.test('names from the program cannot leave their place', async function (t) {
  const hottest = [{ kind: 'app', name: '@team <b>', file: 'a`b.js', line: 1, self: 30 }]
  const markdown = findingInMarkdown({ ...FINDING, conclusion: ['says: #12 <img>'], lines: ['```', '# title'], hottest })
  t.match(markdown, /^### says: \\#&#8203;12 \\<img\\>$/m)
  t.match(markdown, /^````\n```\n# title\n````$/m)
  t.match(markdown, '`` a`b.js:1 `` @&#8203;team \\<b\\>')
})

t.test('of a package, the function of the application that calls it', async function (t) {
  const hottest = [{ kind: 'dependency', name: 'parse', file: 'x.js', line: 1, self: 30, calledFrom: { name: 'read', file: 'in.js', line: 4 } }]
  t.match(findingInMarkdown({ ...FINDING, hottest }), '`in.js:4` read, which calls `parse`, 30 % of the CPU time')
})
