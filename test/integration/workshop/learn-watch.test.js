'use strict'

// `learn watch` in a terminal: checks a case after each save, shows hints and the progress, and leaves at once.

const { spawn } = require('child_process')
const { once } = require('events')
const fs = require('fs')
const path = require('path')
const { stripVTControlCharacters } = require('util')
const t = require('tap')
const { applied } = require('../../../scripts/learn/cases/prove')
const { casesIn } = require('../../../scripts/learn/cases/list')
const { HOT_PATH, ROOT, hotPath, left } = require('../../support/helper')

const HOME_AND_CLEAR = '\x1b[H\x1b[J'
const skip = process.platform !== 'linux' && 'script(1) has other options elsewhere'

t.test('a case is cured in one screen', { skip }, async function (t) {
  const folder = t.testdir()
  const learn = (...words) => hotPath(['learn', ...words], { cwd: folder })
  await learn('start', '9')
  await learn('answer', 'waiting', 'index.mjs:16')
  const copy = path.join(folder, 'my-work/cases/09-timetable')
  const line = `stty cols 80 rows 24; ${process.execPath} ${HOT_PATH} learn watch`
  const child = spawn('script', ['--quiet', '--return', '--command', line, '/dev/null'], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] })
  t.teardown(() => child.kill())
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text) => { output += text })
  const shows = async function (pattern) {
    const last = () => stripVTControlCharacters(output.split(HOME_AND_CLEAR).at(-1)).replaceAll('\r', '')
    while (!pattern.test(last())) await once(child.stdout, 'data')
    return last()
  }
  const screen = await shows(/Not cured yet\.[^]*q quit/)
  t.match(screen, /^Case 9: At half past seven nobody gets a timetable\n\[\.{15}\] 0 of 15 chapters checked, 0 cases cured\n/)
  t.notMatch(screen, /One person alone/)
  child.stdin.write('h')
  t.match(await shows(/One person alone is served at once/), /Not cured yet\./)

  fs.appendFileSync(path.join(copy, 'index.mjs'), '\ncosnt x = 1\n')
  t.notMatch(await shows(/SyntaxError[^]*q quit/), /connections to other services/, 'no verdict of an earlier save is left')
  const one = casesIn(ROOT).find(({ number }) => number === 9)
  fs.copyFileSync(path.join(one.folder, 'index.mjs'), path.join(copy, 'index.mjs'))
  t.ok(applied(one.cures[0], copy))
  t.match(await shows(/The checks without load pass[^]*q quit/), /Next, under load: npm run learn check/)

  fs.appendFileSync(path.join(copy, 'index.mjs'), '\n')
  await shows(/\.\.\. checking/)
  const closed = once(child, 'close')
  child.stdin.write('n')
  await shows(/Case 10: Only looking takes ages/)
  t.same(await closed, [0, null])
  t.same(await left((args) => args.includes(copy)), [], 'no server is left')
  t.match(JSON.parse(fs.readFileSync(path.join(folder, 'my-work/state.json'), 'utf8')), { case: '10-tickets', cases: { '09-timetable': { hints: 1 } } })
})

t.test('without a copy of step 1, learn watch says how to make one', async function (t) {
  const folder = t.testdir()
  t.match(await hotPath(['learn', 'watch'], { cwd: folder }), { status: 1, stdout: /my-work\/fix does not exist\. To create it: npm run learn start/ })
})
