'use strict'

// The guide through the workshop, without load, from a learner's point of view, including mistakes.

const { execFile } = require('child_process')
const fs = require('fs')
const path = require('path')
const t = require('tap')
const { chaptersIn } = require('../../../scripts/learn/workshop-parser')
const { checks } = require('../../../scripts/learn/chapter-checks')
const { readState, setAside, writeState } = require('../../../scripts/learn/state')
const { toTerminal } = require('../../../scripts/learn/text')
const { HOT_PATH, ROOT, hotPath } = require('../../support/helper')
const { copyOfTheProject } = require('../../support/reader')

const chapters = chaptersIn(fs.readFileSync(path.join(ROOT, 'WORKSHOP.md'), 'utf8'))
const folder = copyOfTheProject(t)
const fix = path.join(folder, 'my-work/fix')

/** Runs `npm run learn <words>` without a terminal. */
function learn (...words) {
  const file = path.join(folder, 'node_modules/hot-path', path.relative(path.join(ROOT, 'packages/hot-path'), HOT_PATH))
  return new Promise((resolve) =>
    execFile(process.execPath, [file, 'learn', ...words], { cwd: folder }, (err, stdout, stderr) =>
      resolve({ status: err ? err.code : 0, stdout, stderr })
    )
  )
}

t.test('WORKSHOP.md has the structure that the guide reads', async function (t) {
  t.same(
    chapters.map(({ number }) => number),
    Object.keys(checks).map(Number)
  )
  for (const { number, title, minutes, question, run, see, hints, answers, otherwise, checkpoint } of chapters) {
    t.ok(minutes > 0 && title, `chapter ${number} says how long it takes`)
    t.match(question, /\?|goal/, `chapter ${number} asks: ${question}`)
    t.equal(hints.length, 3, `chapter ${number} has three hints`)
    t.ok(answers.length > 0 && run && see && otherwise && checkpoint, `chapter ${number} is whole`)
  }
  t.throws(() => chaptersIn('# W\n\n## 1. Alone\n\n### Time\n\n5 minutes.\n'), /chapter 1 has no section "Before you look"/)
})

t.test('printed text fits 80 columns and contains no Markdown', async function (t) {
  for (const chapter of chapters) {
    const folds = [...chapter.hints, ...chapter.answers].map(({ text }) => text)
    const texts = [chapter.before, chapter.see, chapter.otherwise, ...folds]
    for (const text of texts.map(toTerminal)) {
      const wide = text.split('\n').filter((line) => line.length > 80 && !line.startsWith('    '))
      t.same(wide, [], `chapter ${chapter.number}`)
      t.notMatch(text, /\*\*|!\[|\]\(|<!--|^\|/m, `chapter ${chapter.number}`)
    }
  }
  t.equal(toTerminal('marked `*` and `~`, until you press *Merge*, in `a*b`'), 'marked `*` and `~`, until you press Merge, in `a*b`')
  t.equal(toTerminal('a\n\n<picture>\n<source srcset="d.png">\n<img src="l.png" alt="x">\n</picture>\n\nb'), 'a\n\nb')
  t.equal(toTerminal('x.js ended. It printed:\n| cosnt x\n|   ^'), 'x.js ended. It printed:\n| cosnt x\n|   ^', 'an error keeps its lines')
  t.equal(toTerminal('a [link](x.md) and **bold**\n\n```sh\nnpm test\n```\n\n- one\n- two'), 'a link and bold\n\n    npm test\n\n- one\n- two')
})

t.test('no right answer failed without a reason, and no wrong answer passed', async function (t) {
  const { passes } = JSON.parse(fs.readFileSync(path.join(ROOT, 'results/chapters-study.json'), 'utf8'))
  t.ok(passes.length >= 10)
  t.ok(passes.filter(({ beside }) => beside === 'a busy core').length >= 5)
  for (const { beside, date, only, seen } of passes) {
    t.same([...new Set(seen.map(({ chapter }) => chapter))], only ?? chapters.map(({ number }) => number), `${date}: no chapter was left out`)
    for (const { typed, isAsPromised, saysDisturbed } of seen) {
      t.ok(isAsPromised || (beside !== 'nothing' && saysDisturbed), `${date}, beside ${beside}: ${typed}`)
    }
  }
})

t.test('the state is one file, and a damaged one is left unchanged', async function (t) {
  const work = t.testdir()
  t.match(readState(work), { version: 1, chapter: 1 })
  writeState(work, { version: 1, chapter: 4, chapters: {} })
  t.equal(readState(work).chapter, 4)
  t.same(fs.readdirSync(work), ['state.json'], 'nothing else is left')
  for (const [text, message] of [['{"version":1,', /is damaged/], ['{"version":9}', /has version 9/], ['{"version":1}', /is not a valid state file/]]) {
    fs.writeFileSync(path.join(work, 'state.json'), text)
    t.throws(() => readState(work), { message })
    t.equal(fs.readFileSync(path.join(work, 'state.json'), 'utf8'), text)
  }
  t.ok(fs.existsSync(setAside(work)))
  t.equal(readState(work).chapter, 1)
})

t.test("the guide checks a chapter, and handles a learner's mistakes", async function (t) {
  t.match(await learn(), { status: 0, stdout: /^Chapter 1 of 15: Set up \(\d+ minutes\)[^]*npm run learn bet/ })
  t.match(await learn('next'), { status: 1, stdout: /not checked yet/ })
  t.match(await learn('check'), { status: 1, stdout: /Bet first/ })
  t.match(await learn('bet'), { status: 2, stderr: /your bet is missing/ })
  t.match(await learn('bet', 'the', 'hashing'), { status: 0, stdout: /^Recorded: the hashing\n[^]*npx hot-path ready/ })
  t.match(await learn('look'), { status: 0, stdout: /`npx hot-path ready` lists|npx hot-path ready lists/ })
  t.match(await learn('hint'), { status: 0, stdout: /^1\. The symptom[^]*3 more/ })
  t.match(await learn('hint'), { stdout: /^2\. The tool/ })
  t.match(await learn('hint'), { stdout: /^3\. The line[^]*1 more/ })
  t.match(await learn('hint'), { stdout: /^If you see something else[^]*last one/ })
  t.match(await learn('solution'), { status: 1, stdout: /give-up/ })
  t.match(await learn('check'), { status: 0, stdout: /Checkpoint[^]*Right\.[^]*Your bet was: the hashing\n\n\[#\.{14}\] 1 of 15 chapters checked, 0 cases cured\n\n.*npm run learn next/ })
  t.match(await learn(), { status: 0, stdout: /Done\. Next chapter: npm run learn next/ })
  t.match(await learn('bet', 'no, the other'), { status: 2, stderr: /already checked, so you cannot bet on it/ })
  t.match(await learn('next'), { status: 0, stdout: /^Chapter 2 of 15: Measure/ })
  t.match(await learn('list'), { status: 0, stdout: /^ {3}1 {2}Set up.*done\n> {2}2 {2}Measure/m })
  t.match(await learn('goto', '99'), { status: 2, stderr: /no chapter "99"/ })
  t.match(await learn('nonsense'), { status: 2, stderr: /learn has no command "nonsense"/ })
})

// Records that the learner's own runs would have left.
const app = { name: '(anonymous)', file: 'steps/01-slow/util.js', line: 29, kind: 'app', total: 80 }
const { samples } = JSON.parse(fs.readFileSync(path.join(ROOT, 'results/claims.json'), 'utf8'))
const compared = (...ids) => ({ samples: samples.filter(({ subject }) => ids.includes(subject)) })
const places = (more) => [{ line: 13, file: 'app.js', ...more }]
const RUNS = {
  3: ['01-slow/doctor.json', { issue: 'event-loop', explainedBy: null, disturbance: null }],
  4: ['compare/index.json', compared('overload-unprotected', 'overload-protection')],
  5: ['compare/index.json', compared('offload-in-loop', 'offload-worker-pool', 'offload-other-process')],
  6: ['01-slow/flame.json', { hottest: [{ kind: 'node' }, app] }],
  12: ['gate/index.json', { verdict: 'fails' }],
  13: ['connection-pool/waits.json', { places: places({}) }],
  14: ['sessions/heap.json', { kept: { bytesPerRequest: 900, places: places({ why: 'sessions (a Map) retains 1 entry per request' }) } }],
  15: ['passwords-in-pool/checkup.json', { findings: [{ name: 'thread-pool' }] }]
}
/** For each chapter with a question: wrong answers, a right one, and a word that a rejection must not contain. */
const ANSWERS = {
  3: [['io', 'not event-loop at all', '?'], 'Event Loop', 'event-loop'],
  4: [['503', 'less', '3000'], '130 ms', '130'],
  5: [['100', 'later', '5'], '503 ms', '500'],
  6: [['restify server.js:1425', 'util.js:2', 'util.js:290', 'other-util.js:29', 'steps/02-fixed-listener/util.js:29', '29'], 'util.js:29', '29'],
  7: [['1 and 50', 'crypto', '50', '100 and 1'], '50 and 1', '50'],
  8: [['29', 'fetchContent', '24', '?'], '26', '26'],
  11: [['1 3', 'often', '23'], '2 and 3', '2 and 3'],
  12: [['not the linter', 'the gate', 'all of them'], 'the linter', 'linter'],
  13: [['12', 'the pool', '?'], '13', '13'],
  14: [['Map', 'cache', '14'], 'sessions', 'sessions (a Map)'],
  15: [['event-loop', 'busy', '2'], 'thread-pool', 'thread-pool']
}

for (const [chapter, [wrong, right, secret]] of Object.entries(ANSWERS)) {
  t.test(`chapter ${chapter}: rejects wrong answers, and right ones without a run, and gives nothing away`, async function (t) {
    await learn('goto', chapter)
    await learn('bet', 'about seven')
    t.match(await learn('check'), { status: 1, stdout: /npm run learn check <answer>/ })
    const [file, record] = RUNS[chapter] ?? []
    if (file) {
      const at = path.join(folder, 'reports', file)
      fs.rmSync(at, { force: true })
      t.match(await learn('check', right), { status: 2, stderr: /no report to look at yet\. Run: np[mx] / }, 'nothing was run')
      fs.mkdirSync(path.dirname(at), { recursive: true })
      fs.writeFileSync(at, JSON.stringify(record))
      if (['4', '5', '12'].includes(chapter)) {
        fs.utimesSync(at, new Date('2020-01-01'), new Date('2020-01-01'))
        t.match(await learn('check', right), { status: 2, stderr: /no report to look at yet/ }, 'it is of an earlier chapter')
        fs.writeFileSync(at, JSON.stringify(record))
      }
    }
    for (const answer of wrong) {
      const { status, stdout } = await learn('check', answer)
      t.match({ status, stdout }, { status: 1, stdout: /^Not yet\.[^]*Expected:[^]*A hint: npm run learn hint/ }, answer)
      t.notOk(stdout.replaceAll(answer, '').includes(secret), `${answer}: ${stdout}`)
    }
    t.match(await learn('check', right), { status: 0, stdout: /^Right\./m }, right)
  })
}

t.test('chapter 3: a run with interference from other programs does not count', async function (t) {
  await learn('reset', '3', 'yes')
  await learn('bet', 'low')
  const disturbed = { issue: 'io', explainedBy: 'neighbours', disturbance: { sentence: 'Other programs took 1 of the 2 cores.' } }
  fs.writeFileSync(path.join(folder, 'reports/01-slow/doctor.json'), JSON.stringify(disturbed))
  t.match(await learn('check', 'io'), { status: 1, stdout: /Other programs took[^]*this\s+can\s+be\s+the\s+cause:\s+try\s+again/ })
})

t.test('a goal without a measurable unit is rejected as a bet', async function (t) {
  await learn('goto', '10')
  t.match(await learn('bet', 'ten servers'), { status: 2, stderr: /cannot be measured here\. Bet a goal with a number and its unit: 4000 requests a second, / })
  t.match(await learn('bet', 'a', 'p99', 'below', '10', 'ms'), { status: 0 })
  for (const chapter of ['2', '9', '13', '14', '15']) {
    await learn('reset', chapter, 'yes')
    t.match(await learn('bet', 'a lot'), { status: 2, stderr: /cannot be measured here\. Bet a number, such as \d+\./ }, chapter)
  }
})

t.test('chapter 9 checks the mechanism, not the time', async function (t) {
  await learn('goto', '9')
  await learn('bet', 'ten times')
  t.match(await learn('check'), { status: 1, stdout: /npm run learn start/ })
  t.match(await learn('diff'), { status: 2, stderr: /To create it: npm run learn start/ })
  t.match(await learn('start'), { status: 0 })
  t.match(await learn('start'), { status: 2, stderr: /already exists, with your work/ })
  const file = path.join(fix, 'util.js')
  const slow = fs.readFileSync(file, 'utf8')
  const guarded = slow.replace('if (attachAfterEvent === true)', 'if (afterEventAttached === true)')
  const wrong = [
    ['nothing was changed', slow, /50 requests added 50 listeners/],
    ['the warning is still silenced', guarded, /silences the warning/],
    ['the listener is gone', slow.replace('attachAfterEvent(this)', ''), /no ETag any more/],
    ['the listener goes after its first call', slow.replace("server.on('after'", "server.once('after'").replace(/.*defaultMaxListeners.*/, ''), /50 requests added 50 listeners/],
    ['the warning is silenced in another way', guarded.replace('= Infinity', '= 0'), /silences the warning/],
    ['a mistake that shows at the first request', guarded.replace('(afterEventAttached ===', '(afterEventAttched ==='), /ReferenceError: afterEventAttched is not defined/],
    ['a typing mistake', slow.replace('const cache', 'cosnt cache'), /SyntaxError/]
  ]
  for (const [name, text, said] of wrong) {
    fs.writeFileSync(file, text)
    t.match(await learn('check'), { status: 1, stdout: said }, name)
  }
  t.match(await learn('diff'), { status: 0, stdout: /cosnt/ })
})

t.test('the help fits a terminal', async function (t) {
  const { status, stdout } = await learn('help')
  t.equal(status, 0)
  t.match(stdout, /^ {2}answer <finding> <file:line> {2}your diagnosis/m)
  t.same(stdout.split('\n').filter((line) => line.length > 80), [])
})

t.test('a case asks for the diagnosis first, then for the cure', async function (t) {
  t.match(await learn('answer', 'waiting'), { status: 1, stdout: /only for cases/ })
  t.match(await learn('cases'), { status: 0, stdout: /^ {3}9 {2}At half past seven[^]*npm run learn start <number>/m })
  t.match(await learn('start', '99'), { status: 2, stderr: /no case "99"/ })
  t.match(await learn('start', '9'), { status: 0, stdout: /^Case 9: [^]*checkup my-work\/cases\/09-timetable\/index\.mjs[^]*The findings: event-loop,[^]*Back to the chapters: npm run learn goto \d/ })
  const copy = path.join(folder, 'my-work/cases/09-timetable')
  t.same(fs.readdirSync(copy).sort(), ['index.mjs', 'railway.js', 'ticket.md'])
  t.match(await learn('bet', '1'), { status: 1, stdout: /You are in case 9\. Back to the chapters: npm run learn goto \d/ })
  t.match(await learn('next'), { status: 0, stdout: /^Case 10: / })
  await learn('start', '9')
  t.match(await learn('check'), { status: 1, stdout: /First the diagnosis/ })
  t.match(await learn('hint'), { status: 0, stdout: /2 more\./ })
  t.match(await learn('answer'), { status: 1, stdout: /What is the problem, and where\?/ })
  t.match(await learn('answer', 'event-loop', 'index.mjs:15'), { status: 1, stdout: /not event-loop/ })
  t.match(await learn('answer', 'waiting', 'railway.js:3'), { status: 1, stdout: /finding is right/ })
  t.match(await learn('answer', 'waiting', 'index.mjs:16'), { status: 0, stdout: /^Right: the finding and the source location\.[^]*learn check/ })
  t.match(await learn('check'), { status: 1, stdout: /^Not cured yet\.[^]*opened: 2\. Needed:\s+at\s+least\s+10,\s+and\s+at\s+most\s+30\.[^]*A hint: npm run learn hint \(2 left\)/ })
  t.match(await learn('solution'), { status: 1, stdout: /give-up/ })
  t.match(await learn('diff'), { status: 0, stdout: /They are the same/ })
  fs.appendFileSync(path.join(copy, 'index.mjs'), '\ncosnt x = 1\n')
  t.match(await learn('diff'), { status: 0, stdout: /\+cosnt x = 1/ })
  t.match(await learn('check'), { status: 1, stdout: /SyntaxError/ })
  t.match(await learn('reset', 'case'), { status: 1, stdout: /Nothing was changed/ })
  t.match(await learn('reset', 'case', 'yes'), { status: 0, stdout: /Your copy of case 9 is restored/ })
  t.notMatch(fs.readFileSync(path.join(copy, 'index.mjs'), 'utf8'), 'cosnt')
  t.match(await learn('solution', 'give-up'), { status: 0, stdout: /^Diagnosis: waiting[^]*\+.*maxSockets: 20[^]*What to take home/ })
  t.match(await learn('goto', '5'), { stdout: /^Chapter 5/ })
  t.match(await learn('cases'), { stdout: /9 {2}At half past seven.* given up$/m })

  t.match(await learn('start', '16'), { stdout: /^Case 16/ })
  t.match(await learn('answer', 'healthy'), { status: 0, stdout: /^Right\.[^]*What to take home\n-+\n[^]*Another case: npm run learn next\. All cases: npm run learn cases/ })
  t.match(await learn('cases'), { stdout: /^> 16 .* cured$/m })
  await learn('report')
  const page = fs.readFileSync(path.join(folder, 'my-work/report.html'), 'utf8')
  t.match(page, /chapters checked, 1 case cured\.[^]*9\. At half past seven[^]*the answer was shown[^]*16\. Slow when everybody comes[^]*healthy/)
  await learn('goto', '5')
})

t.test('a reset asks for confirmation and keeps the old work', async function (t) {
  t.match(await learn('reset', 'fix'), { status: 1, stdout: /Nothing was changed/ })
  t.match(fs.readFileSync(path.join(fix, 'util.js'), 'utf8'), 'cosnt')
  t.match(await learn('reset', 'fix', 'yes'), { status: 0, stdout: /Your copy of step 1 is restored/ })
  t.match(await learn('reset', '7', 'yes'), { status: 0, stdout: /Chapter 7 is restarted/ })
  fs.writeFileSync(path.join(folder, 'my-work/state.json'), '{')
  t.match(await learn(), { status: 2, stderr: /is damaged[^]*learn reset all/ })
  t.match(await learn('reset', 'all', 'yes'), { status: 0, stdout: /kept in my-work/ })
  const { status, stdout } = await learn('--json')
  t.equal(status, 0)
  t.match(JSON.parse(stdout), { version: 1, command: 'learn', status: 0, said: /^Chapter 1 of 15/, state: { chapter: 1 } })
  t.equal(fs.readdirSync(path.join(folder, 'my-work')).filter((name) => /^(state|fix)\./.test(name)).length, 2, 'old ones are kept')
})

t.test('the pages of a chapter are kept, however many runs follow', async function (t) {
  await learn('reset', '8', 'yes')
  await learn('bet', '29')
  const page = function (run, text) {
    const file = path.join(folder, 'reports', `run-2026-11-25T12-00-0${run}-gate`, 'index.html')
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, text)
    return file
  }
  fs.utimesSync(page(1, 'of an earlier chapter'), 0, 0)
  page(2, 'the gate fails')
  page(3, 'the gate holds')
  t.match(await learn('check', '26'), { status: 0 })
  const kept = path.join(folder, 'my-work/reports/8')
  t.same(
    fs.readdirSync(kept).sort().map((name) => fs.readFileSync(path.join(kept, name), 'utf8')),
    ['the gate fails', 'the gate holds']
  )
  t.match(await learn('report'), { status: 0 })
  const links = [...fs.readFileSync(path.join(folder, 'my-work/report.html'), 'utf8').matchAll(/href="([^"]+)"/g)]
  for (const [, href] of links) t.ok(fs.existsSync(path.join(folder, 'my-work', href)), href)
  t.ok(links.length >= 2)
})

t.test('in a folder of my-work, the progress is the same', async function (t) {
  const inside = path.join(folder, 'my-work/cases')
  const { status, stdout } = await hotPath(['learn', 'list'], { cwd: inside })
  t.same({ status, stdout }, { status: 0, stdout: (await learn('list')).stdout })
  await hotPath(['learn', 'goto', '7'], { cwd: inside })
  t.match(await learn(), { stdout: /^Chapter 7/ })
  t.notOk(fs.existsSync(path.join(inside, 'my-work')))
})
