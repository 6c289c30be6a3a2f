'use strict'

// A comparison, from samples to sentence, table, charts and page. Nothing is measured.

const path = require('path')
const t = require('tap')
const { headline } = require('../../../src/comparison/headline')
const { differences } = require('../../../src/comparison/hot-spots')
const { page } = require('../../../src/comparison/page')
const { goodPerSecond, questionIn, questionOf } = require('../../../src/verdict/question')
const { picturesOf } = require('../../../src/comparison/charts')
const { judgeGoal } = require('../../../src/verdict/claim-verdict')
const { overFirst } = require('../../../src/verdict/ratios')
const { readComparison } = require('../../../src/comparison/compare')
const { format, formatGoal } = require('../../../src/comparison/text')
const { comparison } = require('../../support/comparison')

const HOSTILE = '<img src=x onerror=alert(1)>'

const sentenceOf = (servers, options) => {
  const { subjects, ratios } = comparison(servers, options)
  return headline(subjects, ratios)
}

t.test('the verdict is one sentence', async function (t) {
  t.match(
    sentenceOf({ before: { cpuUs: 100 }, after: { cpuUs: 50 } }),
    /^after answers 2\.\d+ times as many requests per second as before \(95 % interval [\d.]+ to [\d.]+\)\.$/
  )
  t.match(sentenceOf({ a: { cpuUs: 100 }, b: { cpuUs: 50 }, c: { cpuUs: 10 } }), /^c answers/, 'the fastest one first')
  t.match(
    sentenceOf({ before: { cpuUs: 50 }, after: { cpuUs: 100 } }),
    /^before is the fastest: after answers 0\.\d+ times/
  )
  t.match(
    sentenceOf({ before: { cpuUs: 50 }, after: { cpuUs: 50 } }),
    /^Too noisy to tell whether after is faster than before: after answered [\d.]+ times as many requests per second as before\. Measure longer: --rounds=\d+\.$/
  )
  t.match(
    sentenceOf({ before: { cpuUs: 50 }, after: { cpuUs: 50 } }, { noise: 0.001 }),
    /^after and before do not differ by more than 2 %: /,
    'which is something else than noise'
  )
  t.match(
    sentenceOf({ before: { cpuUs: 50 }, after: { cpuUs: 20 } }, { rounds: 2 }),
    /^Too few rounds for a verdict: after answered 2\.\d+ times/
  )
  t.match(
    sentenceOf({ before: { cpuUs: 50 }, after: { cpuUs: 20 } }, { rounds: 3 }),
    /^after answers 2\.\d+ times as many requests per second as before \(95 % interval/,
    'three are enough where the interval is'
  )
  t.match(sentenceOf({ alone: { cpuUs: 50 } }), /^Only alone was measured, so there is no comparison\.$/)
})

t.test('if the load generator is saturated, throughput is a bound; CPU is not', async function (t) {
  const full = comparison({ before: { cpuUs: 50 }, after: { cpuUs: 20 } }, { generatorIsFull: true })
  t.match(full.ratios, [
    { verdict: 'holds', bound: '≥ ', interval: [Number, Infinity], cpu: { verdict: 'holds', bound: '' } }
  ])
  t.match(
    headline(full.subjects, full.ratios),
    /^after answers at least 2\.\d+ times as many requests per second as before: the load generator or the machine was saturated while after and before were measured, so this is a bound\./
  )
  const alike = comparison({ before: { cpuUs: 50 }, after: { cpuUs: 50 } }, { generatorIsFull: true })
  t.match(
    headline(alike.subjects, alike.ratios),
    /^It is uncertain whether after is faster than before: the load generator .* measured, .*\. It uses [\d.]+ times the CPU per request of before/
  )
  t.match(page(full), /class="doubts".*--driver=wrk/s, 'and the page says why, and what to do')
})

t.test('a comparison answers the question that fits its load', async function (t) {
  t.equal(questionOf([{ load: { pace: {} } }, { load: { pace: {} } }]), 'p99', 'the throughput is the pace')
  t.equal(questionOf([{ load: { pace: {} } }, {}]), 'throughput')
  t.equal(questionOf([{}, { question: 'cpu' }, { question: 'cpu' }]), 'cpu')
  t.equal(questionOf([{ question: 'p99' }, { question: 'cpu' }]), 'throughput', 'subjects that disagree decide nothing')
  t.equal(questionIn({ samples: [{ lateMs: 0.3 }] }), 'p99', 'a session of before')
  const { subjects, ratios } = comparison({ before: { cpuUs: 100 }, after: { cpuUs: 120 }, other: { cpuUs: 3 } })
  t.match(
    headline(subjects, ratios, 'cpu'),
    /^after needs [\d.]+ to [\d.]+ % more CPU per request than before \(95 % interval, corrected for 2 comparisons\)\. other needs \d+( to \d+)? % less/
  )
  t.match(
    headline(subjects, ratios, 'p99'),
    /^The p99 latency of after is .* % longer than that of before .*The p99 latency of other is 3\d(\.\d)? times shorter \([\d.]+ to [\d.]+\) than that of before/
  )
  t.match(
    headline(subjects, comparison({ before: { cpuUs: 100 }, after: { cpuUs: 101 } }).ratios, 'cpu'),
    /^Too noisy to tell whether after is cheaper than before: the CPU per request of after was [\d.]+ times/
  )
})

t.test('only successful answers count: no 503, but a 304 for a client with a valid cache', async function (t) {
  const answers = { requests: 100, requestsPerSecond: 50, non2xx: 40, expected: 40 }
  t.equal(goodPerSecond(answers, { expects: [503] }), 30)
  t.equal(goodPerSecond(answers, { expects: [304], revalidate: true }), 50)
  t.equal(goodPerSecond({ ...answers, non2xx: 50 }, { expects: [304], revalidate: true }), 45)
  t.equal(goodPerSecond({ ...answers, non2xx: NaN, expected: NaN }), 50, 'a driver that does not tell')
  t.equal(goodPerSecond({ ...answers, requests: 0, requestsPerSecond: 0 }), 0)
  const { subjects, samples, machine } = comparison({ before: { cpuUs: 50 }, after: { cpuUs: 20 } })
  const refusing = samples.map((sample) =>
    sample.subject === 'after' ? { ...sample, non2xx: 0.8 * sample.requests, expected: 0.8 * sample.requests } : sample
  )
  const load = { expects: [503] }
  const ratios = overFirst(subjects, { samples: refusing, machine, about: { before: { load }, after: { load } } })
  t.match(
    headline(subjects, ratios),
    /^before is the fastest: after answers 0\.[45]\d* times as many/,
    'four in five were refused'
  )
})

t.test('a deviating round is named in the terminal and on the page', async function (t) {
  const { subjects, samples, machine, ...rest } = comparison(
    { before: { cpuUs: 50 }, after: { cpuUs: 20 } },
    { rounds: 12 }
  )
  const spoiled = samples.map((sample) =>
    sample.subject === 'after' && sample.round === 4
      ? { ...sample, requestsPerSecond: sample.requestsPerSecond / 3 }
      : sample
  )
  const whole = {
    ...rest,
    subjects,
    machine,
    samples: spoiled,
    ratios: overFirst(subjects, { samples: spoiled, machine })
  }
  t.match(whole.ratios, [{ verdict: 'holds' }])
  const text = format(whole, { columns: 100 }).join('\n')
  t.match(text, /Outlier: in round 4, after over before is 0\.3\d* times the other rounds\./)
  t.match(page(whole), /after over before: round 4 differs from the others: 0\.3\d* times/)
})

t.test('a goal compares one figure per server, with its unit, and equal to that in the table', async function (t) {
  const whole = comparison({ one: { cpuUs: 1000 }, two: { cpuUs: 140 } })
  const goal = { requestsPerSecond: 4000 }
  const told = formatGoal(judgeGoal(goal, whole.subjects, whole.samples, whole.machine), goal).join('\n')
  t.match(told, /^one: goal 4,000 req\/s, measured [\d,]+ \([\d,]+ to [\d,]+\): not met$/m)
  t.match(told, /^two: goal 4,000 req\/s, measured 7,\d{3} \([\d,]+ to [\d,]+\): met$/m)
  t.match(told, 'The first to meet the goal: two.')
  const table = format(whole, { columns: 100 }).join('\n')
  for (const [, figure] of told.matchAll(/has ([\d,]+)/g)) {
    t.ok(table.includes(` ${figure} `), `${figure} stands in the table`)
  }
  const times = { times: 3 }
  t.match(
    formatGoal(judgeGoal(times, whole.subjects, whole.samples, whole.machine), times).join('\n'),
    /^two: goal 3 times the req\/s of one, measured 7\.\d+ \([\d.]+ to [\d.]+\): met$/m
  )
})

t.test('too few valid rounds give no ratio', async function (t) {
  const { subjects, samples, machine } = comparison({ before: { cpuUs: 50 }, after: { cpuUs: 20 } }, { rounds: 12 })
  const stalled = samples.map((sample) =>
    sample.subject === 'after' && sample.round <= 4 ? { ...sample, requestsPerSecond: 0 } : sample
  )
  t.match(overFirst(subjects, { samples: stalled, machine }), [
    { ratio: null, interval: null, verdict: 'invalid', cpu: { verdict: 'holds' } }
  ])
})

t.test('names on a page are escaped as text', async function (t) {
  const hostile = comparison({ [HOSTILE]: { cpuUs: 100 }, '"><script>alert(2)</script>': { cpuUs: 50 } })
  const html = page(hostile, [{ subject: HOSTILE, title: HOSTILE, href: 'doctor.html' }])
  t.notMatch(html, /<img|<script/)
  t.match(html, '&#60;img src=x onerror=alert(1)&#62;')
})

t.test('every chart has a table with its numbers', async function (t) {
  const pictures = picturesOf(comparison({ before: { cpuUs: 100, climb: 2 }, after: { cpuUs: 50 } }))
  for (const { title, table } of pictures) {
    t.ok(table.rows.length && table.rows.every(({ length }) => length === table.head.length), title)
  }
  const { table } = pictures.find(({ title }) => title.startsWith('CPU time per request during'))
  const [, first] = table.rows[0]
  const [, last] = table.rows.at(-1)
  t.ok(Number(last.replace(',', '')) > 5 * Number(first), `the climb: from ${first} to ${last} µs`)
})

t.test('a session without data is drawn without an error', async function (t) {
  const bare = {
    ...comparison({ before: { cpuUs: 100 }, after: { cpuUs: 50 } }, { rounds: 1 }),
    timelines: [],
    hotSpots: []
  }
  for (const sample of bare.samples) {
    Object.assign(sample, {
      requests: 0,
      requestsPerSecond: 0,
      serverCpuUsPerRequest: null,
      non2xx: null,
      latencyMs: { p50: 0, p90: 0, p99: 0, max: 0 }
    })
  }
  t.match(page(bare), /profile the servers, too: <pre [^>]*>[^<]* --flame/)
})

t.test('changes between functions are reported in CPU time per request', async function (t) {
  const two = comparison({ before: { cpuUs: 1000 }, after: { cpuUs: 100 } }, { noise: 0 })
  const hot = (name, self) => ({ name, file: 'util.js', line: 1, kind: 'app', self })
  two.hotSpots = [
    {
      subject: 'before',
      date: '',
      hottest: [hot('hash', 60), hot('send', 10)],
      other: { garbageCollector: 10, program: 20 }
    },
    { subject: 'after', date: '', hottest: [hot('send', 70)], other: { garbageCollector: 10, program: 20 } }
  ]
  const [{ title, table }] = differences(two)
  t.match(title, 'From before to after')
  t.same(table.rows[0], ['hash, util.js', '600', '0'], 'the largest change first')
  t.same(
    table.rows.find(([name]) => name === 'send, util.js'),
    ['send, util.js', '100', '70'],
    'a larger share of less is less'
  )
})

t.test('a function outside the hottest ones of a subject gets a bound, not zero', async function (t) {
  const two = comparison({ before: { cpuUs: 1000 }, after: { cpuUs: 1000 } }, { noise: 0 })
  const hot = (name, self) => ({ name, file: 'util.js', line: 1, kind: 'app', self })
  const others = (count) => Array.from({ length: count }, (_, i) => hot(`other${i}`, 8))
  two.hotSpots = [
    {
      subject: 'before',
      date: '',
      hottest: [...others(8), hot('slower', 7), hot('hash', 6)],
      other: { garbageCollector: 3, program: 20 }
    },
    {
      subject: 'after',
      date: '',
      hottest: [...others(8), hot('new', 6.5), hot('slower', 5)],
      other: { garbageCollector: 4, program: 20.5 }
    }
  ]
  const [{ note, table, draw }] = differences(two)
  const row = (name) => table.rows.findIndex(([first]) => first.startsWith(name))
  t.same(table.rows[row('hash')].slice(1), ['60', 'under 50'])
  t.same(table.rows[row('new')].slice(1), ['under 60', '65'])
  t.ok(row('slower') < row('hash') && row('hash') < row('new'), 'what surely changed most comes first')
  t.match(note, /not among the 10 with the most CPU time.*took less than the last of them/)
  const bounds = String(draw(800)).match(/rotate\(-90\)/g)
  t.equal(
    bounds.length,
    table.rows.flat().filter((cell) => cell.startsWith('under')).length,
    'a triangle for each bound, which points to less'
  )
})

t.test('the table has bars if the terminal is wide enough, and colours if it supports them', async function (t) {
  const two = comparison({ before: { cpuUs: 100 }, after: { cpuUs: 50 } })
  const roomy = format(two, { columns: 100 })
  t.match(roomy.join('\n'), /^after .*█{20}/m)
  t.match(roomy.join('\n'), /^before .*█{9,10}[▏▎▍▌▋▊▉]? /m)
  t.notMatch(roomy.join('\n'), '\u001b', 'no colours where the stream has none')
  t.match(format(two, { columns: 100, hasColors: () => true }).join('\n'), '\u001b[36m█')
  for (const columns of [60, 72, 80, 100]) {
    t.ok(
      format(two, { columns }).every(({ length }) => length <= columns),
      `${columns} columns`
    )
  }
  t.notMatch(format(two, { columns: 60 }).join('\n'), '█')
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
  t.test(`a recorded comparison is rejected with a one-line error: ${what}`, async function (t) {
    const file = path.join(t.testdir({ 'mine.json': text }), 'mine.json')
    t.throws(() => readComparison(file), {
      name: 'OperationalError',
      message: /^.*mine\.json (is not a saved comparison|is not valid JSON)\.[^\n]*$/
    })
  })
}
