'use strict'

const t = require('tap')
const { screen, shownOf, slowestOf, verdictOf } = require('../../../src/watch/text')

const ABOUT = { file: 'server.js', load: '/, built-in load generator, 50 connections', baseline: 'server.js at HEAD', keys: { q: { does: 'quit' }, c: { does: 'check-up' } }, columns: 80, rows: 24 }
const BAR = '| SyntaxError: Unexpected token\n'

/** A save that was measured in some rounds, each with this ratio to the baseline. */
const save = (number, ratio, { rounds = 5, state = 'measuring', ...more } = {}) => ({
  number,
  date: '2026-11-27T12:00:00.000Z',
  texts: new Map(),
  changed: ['server.js'],
  like: null,
  baseline: 'server.js at HEAD',
  state,
  says: '',
  rounds: Array.from({ length: rounds }, () => ({ perSecond: [1000 * ratio, 1000], loopUtilization: 1 })),
  ...more
})
const OF = 'main-thread busy time'
const place = (line, share) => ({ file: 'server.js', line, column: 1, function: 'parse', share, of: OF, why: '' })

t.test('a save is compared with the baseline, and with the previous save that was measured', async function (t) {
  const failed = save(2, 1, { rounds: 0, state: 'fails', says: 'server.js ended.' })
  const [before, after] = [save(1, 1, { place: place(3, 0.9) }), save(3, 2, { place: place(8, 0.4) })]
  const [first, second, third] = shownOf([before, failed, after])
  t.match(first, { word: 'no difference detected', change: null })
  t.match(second, { word: 'fails', ratio: null })
  t.same(verdictOf(second), ['Save 2 fails: server.js ended.'])
  t.match(third, { word: 'faster', change: { number: 1 } })
  t.match(verdictOf(third)[0], /^Save 3: faster than the baseline, 2\.00 times \[1\.\d\d \.\. 2\.\d\d\] its throughput \(5 rounds\)\.$/)
  t.match(verdictOf(third)[2], /^Relative to save 1: 2\.00 times .* faster\.$/)
  t.same(slowestOf(third), ['Most time: server.js:8 parse, 40 % of main-thread busy time. Save 1: server.js:3 parse, 90 % of main-thread busy time.'])
})

t.test('a save that another has replaced before its first round is not called starting for ever', async function (t) {
  const [first, last] = shownOf([save(1, 1, { rounds: 0 }), save(2, 1, { rounds: 0, state: 'starting' })])
  t.equal(first.word, 'replaced by the next save')
  t.equal(last.word, 'measuring')
})

t.test('a save with another baseline is not compared with the one before', async function (t) {
  const [, second] = shownOf([save(1, 2), save(2, 1, { baseline: 'save 1' })])
  t.equal(second.change, null)
})

t.test('the screen fits: many saves, long names, long errors', async function (t) {
  const long = { changed: [`lib/${'a-long-name/'.repeat(12)}index.js`] }
  const error = save(60, 1, { rounds: 0, state: 'fails', says: `server.js ended unexpectedly with status 1. It printed:\n${BAR.repeat(40)}` })
  for (const last of [error, save(60, 1.5, { place: place(1234, 1), ...long })]) {
    const saves = [...Array.from({ length: 59 }, (_, i) => save(i + 1, 1 + i / 10, long)), last]
    for (const [columns, rows] of [[80, 24], [120, 40], [40, 10], [200, 60]]) {
      const note = last === error ? undefined : 'A hint. '.repeat(30)
      const lines = screen(shownOf(saves), { ...ABOUT, head: 'Chapter 9', columns, rows, note })
      t.ok(lines.length < rows, `${lines.length} lines of ${rows}`)
      t.same(lines.filter((line) => line.length > columns), [])
      t.match(lines.join('\n'), /Save 60/)
    }
  }
})
