'use strict'

// A comparison, from samples to sentence, table, pictures and page. Nothing is measured here.

const fs = require('fs')
const path = require('path')
const t = require('tap')
const { headline } = require('../../harness/comparison/headline')
const { differences } = require('../../harness/comparison/hot')
const { page } = require('../../harness/comparison/page')
const { picturesOf } = require('../../harness/comparison/pictures')
const { overFirst } = require('../../harness/ratios')
const { tell } = require('../../scripts/tell-comparison')
const { comparison } = require('../comparison')
const { hotPath } = require('../helper')

const HOSTILE = '<img src=x onerror=alert(1)>'

const sentenceOf = (servers, options) => {
  const { subjects, ratios } = comparison(servers, options)
  return headline(subjects, ratios)
}

t.test('the verdict comes in one sentence', async function (t) {
  t.match(sentenceOf({ before: { cpuUs: 100 }, after: { cpuUs: 50 } }), /^after answers 2\.\d+ times as many requests per second as before \(95 % interval [\d.]+ to [\d.]+\)\.$/)
  t.match(sentenceOf({ a: { cpuUs: 100 }, b: { cpuUs: 50 }, c: { cpuUs: 10 } }), /^c answers/, 'the fastest one first')
  t.match(sentenceOf({ before: { cpuUs: 50 }, after: { cpuUs: 100 } }), /^before is the fastest: after answers 0\.\d+ times/)
  t.match(sentenceOf({ before: { cpuUs: 50 }, after: { cpuUs: 50 } }), /^Whether after is faster than before cannot be told: /)
  t.match(sentenceOf({ before: { cpuUs: 50 }, after: { cpuUs: 20 } }, { rounds: 2 }), /^Measured in too few rounds for a verdict: after answered 2\.\d+ times/)
  t.match(sentenceOf({ before: { cpuUs: 50 }, after: { cpuUs: 20 } }, { rounds: 3 }), /^after answers 2\.\d+ times as many requests per second as before \(95 % interval/, 'three are enough where the interval is')
  t.match(sentenceOf({ alone: { cpuUs: 50 } }), /^alone was measured alone/)
})

t.test('where the generator was the limit, throughput is no verdict; CPU is', async function (t) {
  const full = comparison({ before: { cpuUs: 50 }, after: { cpuUs: 20 } }, { generatorIsFull: true })
  t.match(full.ratios, [{ ratio: null, verdict: 'invalid', cpu: { verdict: 'holds' } }])
  t.match(headline(full.subjects, full.ratios), /^How many requests per second after can answer was not measured: see the doubts\. For a request it takes 0\.\d+ times the CPU/)
  t.match(page(full), /class="doubts".*--driver=wrk/s, 'and the page says why, and what to do')
})

t.test('a ratio of the few rounds that went well is none', async function (t) {
  const { subjects, samples, machine } = comparison({ before: { cpuUs: 50 }, after: { cpuUs: 20 } }, { rounds: 12 })
  const stalled = samples.map((sample) => sample.subject === 'after' && sample.round <= 4 ? { ...sample, requestsPerSecond: 0 } : sample)
  t.match(overFirst(subjects, { samples: stalled, machine }), [{ ratio: null, interval: null, verdict: 'invalid', cpu: { verdict: 'holds' } }])
})

t.test('what a page shows is text, whatever it is called', async function (t) {
  const hostile = comparison({ [HOSTILE]: { cpuUs: 100 }, '"><script>alert(2)</script>': { cpuUs: 50 } })
  const html = page(hostile, [{ subject: HOSTILE, title: HOSTILE, href: 'doctor.html' }])
  t.notMatch(html, /<img|<script/)
  t.match(html, '&#60;img src=x onerror=alert(1)&#62;')
})

t.test('every picture has the numbers behind it', async function (t) {
  const pictures = picturesOf(comparison({ before: { cpuUs: 100, climb: 2 }, after: { cpuUs: 50 } }))
  for (const { title, table } of pictures) t.ok(table.rows.length && table.rows.every(({ length }) => length === table.head.length), title)
  const { table } = pictures.find(({ title }) => title.startsWith('CPU for a request while'))
  const [, first] = table.rows[0]
  const [, last] = table.rows.at(-1)
  t.ok(Number(last.replace(',', '')) > 5 * Number(first), `the climb: from ${first} to ${last} µs`)
})

t.test('a session with nothing in it is drawn, and not a fault', async function (t) {
  const bare = { ...comparison({ before: { cpuUs: 100 }, after: { cpuUs: 50 } }, { rounds: 1 }), timelines: [], hotSpots: [] }
  for (const sample of bare.samples) Object.assign(sample, { requests: 0, requestsPerSecond: 0, serverCpuUsPerRequest: null, non2xx: null, latencyMs: { p50: 0, p90: 0, p99: 0, max: 0 } })
  t.match(page(bare), /Nobody has looked yet/)
})

t.test('what grew and what vanished is told in the time of a request', async function (t) {
  const two = comparison({ before: { cpuUs: 1000 }, after: { cpuUs: 100 } }, { noise: 0 })
  const hot = (name, self) => ({ name, file: 'util.js', line: 1, kind: 'app', self })
  two.hotSpots = [
    { subject: 'before', date: '', hottest: [hot('hash', 60), hot('send', 10)], other: { garbageCollector: 10, program: 20 } },
    { subject: 'after', date: '', hottest: [hot('send', 70)], other: { garbageCollector: 10, program: 20 } }
  ]
  const [{ title, table }] = differences(two)
  t.match(title, 'From before to after')
  t.same(table.rows[0], ['hash, util.js', '600', '0'], 'the largest change first')
  t.same(table.rows.find(([name]) => name === 'send, util.js'), ['send, util.js', '100', '70'], 'a larger share of less is less')
})

t.test('the table has bars where there is room, and colours where they are wanted', async function (t) {
  const two = comparison({ before: { cpuUs: 100 }, after: { cpuUs: 50 } })
  const roomy = tell(two, { columns: 100 })
  t.match(roomy.join('\n'), /^after .*█{20}/m)
  t.match(roomy.join('\n'), /^before .*█{9,10}[▏▎▍▌▋▊▉]? /m)
  t.notMatch(roomy.join('\n'), '\u001b', 'no colours where the stream has none')
  t.match(tell(two, { columns: 100, hasColors: () => true }).join('\n'), '\u001b[36m█')
  for (const columns of [60, 72, 80, 100]) t.ok(tell(two, { columns }).every(({ length }) => length <= columns), `${columns} columns`)
  t.notMatch(tell(two, { columns: 60 }).join('\n'), '█')
})

t.test('--from draws again what was measured, and measures nothing', async function (t) {
  const folder = t.testdir({ 'mine.json': JSON.stringify({ version: 1, command: 'compare', ...comparison({ before: { cpuUs: 100 }, after: { cpuUs: 50 } }) }) })
  const { status, stdout, stderr } = await hotPath(['compare', `--from=${path.join(folder, 'mine.json')}`, '--no-open'])
  t.equal(status, 0, stderr)
  t.equal(stderr, '')
  t.match(stdout, /^after answers/)
  t.match(fs.readFileSync(path.join(folder, 'mine.html'), 'utf8'), 'after answers')
  t.same(fs.readdirSync(folder), ['mine.html', 'mine.json'], 'and leaves nothing else')
})

const wrong = {
  'no JSON': '{"version":1,',
  nothing: 'null',
  'a number': '7',
  'another record': '{"version":1,"command":"doctor"}',
  'no samples': JSON.stringify({ ...comparison({ a: { cpuUs: 1 } }), samples: [] }),
  'samples that are none': JSON.stringify({ ...comparison({ a: { cpuUs: 1 } }), samples: [7, null] }),
  'no machine': JSON.stringify({ ...comparison({ a: { cpuUs: 1 } }), machine: null }),
  'series that are none': JSON.stringify({ ...comparison({ a: { cpuUs: 1 } }), timelines: [{ subject: 'a' }] })
}
for (const [what, text] of Object.entries(wrong)) {
  t.test(`--from: ${what} is an error in one sentence, and the page from before stays`, async function (t) {
    const folder = t.testdir({ 'mine.json': text, 'mine.html': 'from before' })
    const { status, stdout, stderr } = await hotPath(['compare', `--from=${path.join(folder, 'mine.json')}`, '--no-open'])
    t.equal(status, 2)
    t.equal(stdout, '')
    t.match(stderr, /^hot-path: .*mine\.json (holds no comparison|cannot be read as JSON)\..*\n$/)
    t.equal(fs.readFileSync(path.join(folder, 'mine.html'), 'utf8'), 'from before')
  })
}
