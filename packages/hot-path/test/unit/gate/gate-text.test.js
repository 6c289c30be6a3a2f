'use strict'

// The report of a gate, in a terminal and on a pull request.

const t = require('tap')
const { whatGrew } = require('../../../src/source/profile-diff')
const { gatePage } = require('../../../src/gate/page')
const { allToMarkdown, allToTerminal, overall, toMarkdown, toTerminal } = require('../../../src/gate/text')

const THRESHOLDS = { margin: 0.02, alarm: 0.1, budget: 60 }
const ABOUT = { baseline: 'server.js at main', candidate: 'server.js', requests: '/users' }

function resultOf ({ verdict, ratio, interval, doubts = [], reason = null }) {
  const witness = { verdict, ratio, interval, reason: null, outliers: [], level: 0.975 }
  return {
    verdict,
    reason,
    judgedBy: ['serverCpuUsPerRequest', 'requestsPerSecond'],
    decidedBy: 'serverCpuUsPerRequest',
    counts: [],
    ratio,
    interval,
    level: 0.975,
    smallest: 1.031,
    rounds: 17,
    witnesses: {
      serverCpuUsPerRequest: witness,
      requestsPerSecond: { ...witness, outliers: [{ round: 4, times: 3.1 }] }
    },
    outliers: [],
    doubts
  }
}

const FAILS = resultOf({ verdict: 'fails', ratio: 1.1, interval: [1.08, 1.12] })
const HOLDS = resultOf({ verdict: 'holds', ratio: 1.001, interval: [0.99, 1.012] })
const GROWN = [
  { name: 'total', file: 'orders.js', line: 12, kind: 'app', beforeUs: 8, afterUs: 31, calledFrom: null, change: null },
  { name: 'parse', file: 'node_modules/csv/index.js', line: 3, kind: 'dependency', beforeUs: null, afterUs: 12.5, calledFrom: 'read in.js:4', change: 'csv 1.2.0 → 2.0.0' }
]
const FOUND = { functions: GROWN, changes: [] }

const PLAIN = { result: HOLDS, thresholds: THRESHOLDS, about: ABOUT, contractChange: null, found: null }
const markdownOf = (more) => toMarkdown({ ...PLAIN, ...more })

t.test('the verdict is the first line', async function (t) {
  const [first] = markdownOf({ result: FAILS }).split('\n')
  t.equal(first, '### Gate: fails. The candidate is slower: 8 to 12 % more CPU per request (tolerated: 2 %).')
  const [many] = markdownOf({ result: resultOf({ verdict: 'fails', ratio: 17, interval: [14.5, 20.8] }) }).split('\n')
  t.equal(many, '### Gate: fails. The candidate is slower: 14.5 to 20.8 times the CPU per request (tolerated: 2 %).')
  const [least] = markdownOf({ result: resultOf({ verdict: 'fails', ratio: 17, interval: [9.38, Infinity] }) }).split('\n')
  t.match(least, /slower: at least 9\.38 times the CPU per request/)
  const holds = markdownOf()
  t.match(holds.split('\n')[0], /^### Gate: holds\. No slowdown of more than 2 % was found, and one of 10 % is ruled out/)
  t.match(holds, /\| CPU per request \| \+0\.1 % \| -1\.0 % \.\. \+1\.2 % \| holds \|/)
  t.match(holds, /Baseline `server\.js at main`, candidate `server\.js`, requests `\/users`\. 17 rounds; .* Minimum detectable slowdown: 3\.1 % \(80 % power\)/)
  t.match(holds, /Time per request: round 4 is an outlier, 3\.1 times the others/)
  t.notMatch(holds, /Regressed functions/)
})

t.test('changes that are in none of the functions are listed', async function (t) {
  const found = { functions: [{ ...GROWN[0], change: null }], changes: ['config/patterns.js', 'koa 2.16.1 → 3.0.1'] }
  const sentence = 'None of these functions has changed. What differs between the versions: config/patterns.js, koa 2.16.1 → 3.0.1.'
  t.match(toTerminal(FAILS, THRESHOLDS, found).replace(/\n/g, ' '), sentence)
  t.match(markdownOf({ result: FAILS, found }), sentence)
  const many = { functions: [], changes: Array.from({ length: 9 }, (_, i) => `${i}.js`) }
  t.match(toTerminal(FAILS, THRESHOLDS, many), 'What differs between the versions: 0.js, 1.js, 2.js, 3.js, 4.js, 4 more.')
})

t.test('a failed gate lists the regressed functions', async function (t) {
  const text = markdownOf({ result: FAILS, found: FOUND })
  t.match(text, /\*\*Regressed functions\*\*[^]*\| `total orders\.js:12` \(unchanged\) \| 8 µs \| 31 µs \| {2}\|/)
  t.match(text, /\| `parse node_modules\/csv\/index\.js:3` \(csv 1\.2\.0 → 2\.0\.0\) \| little \| 12\.5 µs \| `read in\.js:4` \|/)
  const terminal = toTerminal(FAILS, THRESHOLDS, FOUND)
  t.match(terminal, /^Gate: fails\. The candidate is slower/)
  t.match(terminal, /Regressed functions, CPU time per request:\n {2}total orders\.js:12 \(unchanged\): 8 µs in the baseline, 31 µs in the candidate\n/)
  t.match(terminal, /parse node_modules\/csv\/index\.js:3 \(csv 1\.2\.0 → 2\.0\.0\): little in the\n {4}baseline, 12\.5 µs in the candidate, called from read in\.js:4$/m)
})

t.test('CPU contention is reported above the table, with the remedy', async function (t) {
  const doubts = [
    { name: 'host-bound', spoils: [], attenuates: ['requestsPerSecond'], sentence: 'Other programs took 1.0 of the 2 cores.', remedy: 'Close them.' },
    { name: 'refusals', spoils: ['requestsPerSecond'], sentence: '3 of 9 answers had a status that is no success.', remedy: 'Check --path.' },
    { name: 'not-warm', spoils: [], sentence: 'not said', remedy: '' }
  ]
  const text = markdownOf({ result: { ...HOLDS, doubts } })
  t.ok(text.indexOf('> Other programs took') < text.indexOf('| CPU'))
  t.match(text, /Warning: 3 of 9 answers .* Check --path\./)
  t.notMatch(text, /not said/)
})

t.test('names are escaped as text', async function (t) {
  const hostile = '`|<script>alert(1)</script>[x](y)'
  const text = markdownOf({
    result: FAILS,
    about: { ...ABOUT, candidate: hostile },
    contractChange: hostile,
    found: { ...FOUND, functions: [{ ...GROWN[0], name: hostile }] }
  })
  t.match(text, /> Allowed difference: \\`\\\|\\<script\\>/)
  for (const line of text.split('\n').filter((line) => line.startsWith('| `'))) {
    t.equal(line.match(/(?<!\\)\|/g).length, 5, 'a cell stays a cell')
  }
  t.match(text, /`` `\|<script>/, 'code is fenced by more than it has')
})

// Stacks of one frame each, with the self times of functions in percent.
const alone = (functions) =>
  functions.map(([name, file, line, weight, kind = 'app']) => ({ weight, frames: [{ name, file, line, kind }] }))

t.test('regressed functions are matched by name and file', async function (t) {
  const folder = '/repo/reports/.run-1-x/baseline-y'
  const before = {
    stacks: alone([['total', `${folder}/orders.js`, 10, 10], ['handle', `${folder}/server.js`, 3, 50], ['gone', `${folder}/old.js`, 1, 40]]),
    cpuUs: 100,
    folder,
    entry: `${folder}/server.js`
  }
  const after = {
    stacks: alone([['total', '/repo/orders.js', 14, 40], ['handle', '/repo/server.js', 3, 25], ['parse', '/elsewhere/node_modules/csv/index.js', 3, 33], ['small', '/repo/a.js', 1, 2]]),
    cpuUs: 200,
    folder: '/repo',
    entry: '/repo/server.js'
  }
  t.match(whatGrew(before, after), [
    { name: 'total', file: 'orders.js', line: 14, beforeUs: 10, afterUs: 80 },
    { name: 'parse', file: 'node_modules/csv/index.js', beforeUs: null, afterUs: 66 }
  ])
  t.equal(whatGrew(before, after).length, 2, 'handle takes as long as before, and small is noise')
  const ofNode = alone([['total', '/repo/orders.js', 14, 20], ['writev', 'node:net', 9, 25, 'node'], ['idle', '/repo/server.js', 1, 55]])
  const known = { ...before, stacks: alone([['total', `${folder}/orders.js`, 10, 10], ['idle', before.entry, 1, 90]]), cpuUs: 150 }
  t.match(whatGrew(known, { ...after, stacks: ofNode }), [{ name: 'total', afterUs: 40 }, { name: 'writev', afterUs: 50 }], "the application's own come first")
  const renamed = { ...after, entry: '/repo/after.js', stacks: alone([['handle', '/repo/after.js', 3, 50], ['rest', '/repo/after.js', 9, 50]]) }
  t.match(whatGrew(before, renamed).find(({ name }) => name === 'handle'), { beforeUs: 50, afterUs: 100 })
})

t.test('a function that has moved to another file is matched by its name', async function (t) {
  const seen = (folder, functions) => ({ stacks: alone(functions), cpuUs: 100, folder, entry: `${folder}/server.js` })
  const file = (folder, name) => `${folder}/node_modules/csv/${name}`
  const before = seen('/a', [['parse', file('/a', 'index.js'), 3, 60], ['split', file('/a', 'lib/split.js'), 1, 20], ['total', '/a/orders.js', 1, 20]])
  const after = seen('/b', [['parse', file('/b', 'index.mjs'), 9, 60], ['split', file('/b', 'dist/esm/split.js'), 1, 30], ['total', '/b/src/orders.ts', 1, 10]])
  t.match(whatGrew(before, after), [{ name: 'split', beforeUs: 20, afterUs: 30 }])
  t.equal(whatGrew(before, after).length, 1, 'parse takes as long as before, and total less')
  const [parse, ...others] = whatGrew(before, after, (file) => (file.includes('csv') ? 'csv 1.0.0 → 2.0.0' : null))
  t.same([parse.name, parse.beforeUs, others.length], ['split', 20, 0], 'also if the package has changed')
  const elsewhere = seen('/b', [['parse', '/b/node_modules/tsv/index.js', 3, 100]])
  t.match(whatGrew(before, elsewhere), [{ name: 'parse', beforeUs: null }], 'not in another package')
  const twice = seen('/b', [['parse', file('/b', 'a.mjs'), 3, 60], ['parse', file('/b', 'b.mjs'), 3, 40]])
  t.match(whatGrew(before, twice), [{ file: /a\.mjs/, beforeUs: null }, { file: /b\.mjs/, beforeUs: null }], 'not if there are two')
  const unnamed = (folder, name) => seen(folder, [['(anonymous)', file(folder, name), 3, 100]])
  t.match(whatGrew(unnamed('/a', 'a.js'), unnamed('/b', 'b.js')), [{ beforeUs: null }], 'not without a name')
})

t.test('if many functions regress slightly, the innermost application function that calls them is named', async function (t) {
  const parts = Array.from({ length: 20 }, (_, i) => `part${i}`)
  const seen = (each, rest) => ({
    stacks: [
      ...parts.map((part) => stack(each, 'handle', 'rows', part)),
      stack(rest, 'handle')
    ],
    cpuUs: 20 * each + rest,
    folder: '',
    entry: 'server.js'
  })
  t.match(whatGrew(seen(2, 60), seen(2.5, 60)), [{ name: 'rows', beforeUs: 40, afterUs: 50, withCalls: true }])
  t.same(whatGrew(seen(2, 60), seen(2.05, 60)), [], 'nothing stands out')
})

t.test('anonymous functions are not mistaken for each other', async function (t) {
  const seen = (one, other) => ({ stacks: alone([['(anonymous)', 'a.js', 1, one], ['(anonymous)', 'a.js', 9, other]]), cpuUs: 100, folder: '', entry: 's.js' })
  t.same(whatGrew(seen(90, 10), seen(10, 90)), [], 'one of them may have moved: together they took as long')
})

const stack = (weight, ...names) => ({ weight, frames: names.map((name) => ({ name, file: 'orders.js', line: 1, kind: 'app' })) })
const PART = {
  name: '/',
  result: FAILS,
  headline: 'slower',
  notes: ['In 6 rounds.'],
  about: { baseline: 'a.js' },
  candidate: { entry: '/app/b.js', cwd: '/app' },
  grown: {
    ...FOUND,
    stacks: { before: [stack(10, 'handle'), stack(20, 'handle', 'total')], after: [stack(10, 'handle'), stack(40, 'handle', 'total')] }
  },
  links: [{ title: 'CPU profile', href: 'baseline/cpu-profile.html' }]
}

t.test('the page of a gate shows the verdict, functions, charts and links', async function (t) {
  const sample = (subject, round, us) => ({
    subject,
    round,
    serverCpuUsPerRequest: us,
    requestsPerSecond: 1e6 / us,
    requests: 1000,
    errors: 0,
    non2xx: 0,
    serverCpuShare: 0.9,
    generatorCpuShare: 0.4,
    loopUtilization: 0.99,
    generatorUtilization: 0.4
  })
  const rounds = [1, 2, 3, 4, 5, 6]
  const session = {
    machine: { cores: 2 },
    plan: {},
    samples: rounds.flatMap((round) => [sample('baseline', round, 100 + round), sample('candidate', round, 110 + round)])
  }
  const page = (more = {}) =>
    gatePage([{ ...PART, session, ...more }], 'fails')
  const html = page()
  t.match(html, /<title>Gate: fails<\/title>/)
  t.match(html, /<p class="verdict">slower<\/p>/)
  t.match(html, /total orders\.js:12/)
  t.match(html, /href="baseline\/cpu-profile\.html"/)
  t.match(html, /<svg[^]*<circle|<svg[^]*<path/, 'a point for each round')
  t.match(html, /<title>total orders\.js:1: 80 %, 40 µs, 20 µs before<\/title><rect [^>]* fill="var\(--grew-2\)"/)
  t.match(html, /<title>handle orders\.js:1: 100 %, 50 µs, 30 µs before<\/title><rect [^>]* fill="var\(--grew-2\)"/)
  t.notMatch(html, /<script/)
  const both = gatePage([{ ...PART, session }, { ...PART, session, name: 'POST /orders', result: HOLDS, grown: null }], 'fails')
  t.match(both, /<h2>\/<\/h2>[^]*<h2>POST \/orders<\/h2>/, 'one after the other')
  t.notMatch(page({ headline: '<script>alert(1)</script>', about: { '<script>': '<script>' } }), /<script/)
  t.match(page({ session: { ...session, samples: [] }, grown: null, links: [] }), /<title>/, 'also where nothing was measured')
})

const allocates = (judgedBy) => ({
  ...HOLDS,
  judgedBy: [...HOLDS.judgedBy, ...judgedBy],
  witnesses: {
    ...HOLDS.witnesses,
    allocatedBytesPerRequest: { verdict: 'fails', ratio: 2, interval: [1.98, 2.02], reason: null, outliers: [{ round: 2, times: 1.001 }] }
  },
  counts: [
    { metric: 'allocatedBytesPerRequest', baseline: 17_600, candidate: 35_200 },
    { metric: 'outgoingPerRequest', baseline: 0, candidate: 1 }
  ]
})

t.test('counted figures are reported, and decide only if requested', async function (t) {
  const text = toTerminal(allocates([]), THRESHOLDS)
  t.match(text, /^Gate: holds\.[^]* The candidate allocates 98\nto 102 % more memory per request, which fails the gate only with\n--fail-on=allocations\./)
  t.match(text, /bytes allocated +\+100\.0 % +\[.*\] +more$/m)
  t.match(text, /Counts per request:\n {2}bytes allocated: 17,600 in the baseline, 35,200 in the candidate\n {2}outgoing HTTP requests: 0 in the baseline, 1 in the candidate/)
  t.notMatch(text, /round 2 is an outlier/, 'a thousandth is no outlier')
  const asked = toTerminal({ ...allocates(['allocatedBytesPerRequest']), verdict: 'fails', decidedBy: 'allocatedBytesPerRequest', interval: [1.98, 2.02] }, THRESHOLDS)
  t.match(asked, /^Gate: fails\. The candidate allocates more: 98 to 102 % more bytes allocated\n\(tolerated: 2 %\)/)
  t.notMatch(asked, /only with/)
})

t.test('several gates are reported one after the other, and summarised', async function (t) {
  const gated = [
    { name: '/', result: HOLDS, about: ABOUT, contractChange: null, grown: null },
    { name: 'POST /orders', result: FAILS, about: ABOUT, contractChange: null, grown: FOUND }
  ]
  t.equal(overall(gated), 'fails')
  t.match(allToTerminal(gated, THRESHOLDS), /\n\nGate: fails on 1 of 2: POST \/orders\. Holds on 1 of 2: \/\.$/)
  const [first] = allToMarkdown(gated, THRESHOLDS).split('\n')
  t.equal(first, '### Gate: fails on 1 of 2: POST /orders. Holds on 1 of 2: /.')
  t.match(allToMarkdown(gated, THRESHOLDS), /^#### POST \/orders: fails\. The candidate is slower/m)
  t.equal(allToMarkdown([gated[0]], THRESHOLDS).split('\n')[0].slice(0, 16), '### Gate: holds.')
})
