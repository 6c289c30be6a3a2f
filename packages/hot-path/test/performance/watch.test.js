'use strict'

// Saves a server again and again while `watch` runs in a terminal, as somebody does who edits it.

const { spawn } = require('child_process')
const { once } = require('events')
const fs = require('fs')
const path = require('path')
const { setTimeout: wait } = require('timers/promises')
const { stripVTControlCharacters } = require('util')
const t = require('tap')
const { quote } = require('../../src/instruments/equivalent-command')
const { median } = require('../../src/verdict/statistics')
const { HOT_PATH, left, processes } = require('../support/helper')
const { scratchRepository } = require('../support/scratch-repository')

const SIZES = [[80, 24], [120, 40]]
const MOST_SECONDS = 10
const HOME_AND_CLEAR = '\x1b[H\x1b[J'
const skip = process.platform !== 'linux' && 'script(1) has other options elsewhere'

const server = (turns, { field = 's', status = 200, delayMs = 0 } = {}) => `const http = require('http')

function work (turns) {
  let sum = 0
  for (let i = 0; i < turns; i++) sum += Math.sqrt(i)
  return sum
}

http.createServer(function (req, res) {
  const s = work(${turns})
  setTimeout(function () {
    res.writeHead(${status}, { 'content-type': 'application/json' })
    res.end(JSON.stringify({ ${field}: s }))
  }, ${delayMs})
}).listen(process.env.PORT, '127.0.0.1')
`
const START = server(200_000)

/** The saves of a session, with what the screen must say of each. */
const SAVES = [
  { what: 'half of the work', text: server(100_000), says: /^Save 2: faster than the baseline, 1\.\d+ times/m, row: /faster/ },
  { what: 'twice the work', text: server(400_000), says: /^Save 3: slower than the baseline, 0\.\d+ times/m, row: /slower/ },
  { what: 'a syntax error', text: `${START}}`, says: /^Save 4 fails: .*ended unexpectedly[^]*SyntaxError/m, row: /fails/ },
  { what: 'a quarter of the work', text: server(50_000), says: /^Save 5: faster than the baseline, [2-4]\.\d+ times/m, row: /faster/ },
  { what: 'another response', text: server(50_000, { field: 'sum' }), says: /^Save 6 responds differently: [^]*s is only in the first/m, row: /responds differently/ },
  { what: 'an error response', text: server(50_000, { status: 500 }), says: /^Save 7 fails: [^]*status 500/m, row: /fails/ },
  { what: 'as at the start', text: START, says: /^Save 8: [^]*\(\d+\srounds\)/m, row: /as save 1 / },
  { what: 'a delay', text: server(1000, { delayMs: 100 }), says: /^Save 9: slower than the baseline/m, row: /slower/ },
  { what: 'an exception at the start', text: `throw new Error('broken')\n${START}`, says: /^Save 10 fails: [^]*broken/m, row: /fails/ },
  { what: 'no file', text: null, says: /^Save 11 fails: /m, row: /fails/ },
  { what: 'a tenth of the work', text: server(20_000), says: /^Save 12: faster than the baseline, \d+\.\d+ times/m, row: /faster/ }
]

/** Starts `watch` in a pseudo-terminal. `shows` resolves with the first screen that matches. */
function inTerminal (t, folder, [columns, rows], args = []) {
  const line = `stty cols ${columns} rows ${rows}; ${[process.execPath, HOT_PATH, 'watch', 'server.js', ...args].map(quote).join(' ')}`
  const child = spawn('script', ['--quiet', '--return', '--command', line, '/dev/null'], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] })
  t.teardown(() => child.kill())
  const screens = []
  const ended = once(child, 'close').then(() => { throw new Error(`watch has ended: ${output}`) })
  ended.catch(() => {}) // expected when a key ends it
  let output = ''
  child.stdout.setEncoding('utf8').on('data', function (text) {
    output += text
    const all = output.split(HOME_AND_CLEAR).slice(1)
    screens.splice(0, screens.length, ...all.map((one) => stripVTControlCharacters(one).replaceAll('\r', '')))
    child.emit('screen')
  })
  return {
    child,
    screens,
    press: (key) => child.stdin.write(key),
    async shows (pattern) {
      while (!pattern.test(screens.at(-1) ?? '')) await Promise.race([once(child, 'screen'), ended])
      return screens.at(-1)
    }
  }
}

/** Ends a session with a key. Asserts that nothing is left. */
async function leave (t, { child, press }, folder, key) {
  const closed = once(child, 'close')
  press(key)
  const [status] = await closed
  t.equal(status, 0)
  t.same(await left((args) => args.includes(folder)), [], 'no process is left')
  t.same(fs.readdirSync(path.join(folder, 'reports')).filter((name) => name.startsWith('.')), [], 'no run directory is left')
}

for (const size of SIZES) {
  const [columns, rows] = size
  t.test(`twelve saves in a terminal of ${columns} × ${rows}`, { skip }, async function (t) {
    const { folder, write, git } = scratchRepository(t, { 'server.js': START })
    const terminal = inTerminal(t, folder, size)
    t.match(await terminal.shows(/^Save 1: [^]*Most time/m), /Most time: server\.js:5 work/, 'the line that takes most time')
    const seconds = []
    for (const { what, text, says, row } of SAVES) {
      const sinceMs = performance.now()
      if (text === null) fs.rmSync(path.join(folder, 'server.js'))
      else write('server.js', text)
      const screen = await terminal.shows(says)
      seconds.push((performance.now() - sinceMs) / 1000)
      t.match(screen.split('\n').findLast((line) => /^ +\d+ {2}\d\d:/.test(line)), row, `${what}: ${seconds.at(-1).toFixed(1)} s`)
    }
    t.ok(median(seconds) <= MOST_SECONDS, `${median(seconds).toFixed(1)} s, the median time until the word is there`)
    for (const screen of terminal.screens) {
      const lines = screen.trimEnd().split('\n')
      t.ok(lines.length < rows && lines.every((line) => line.length <= columns), 'the screen fits')
    }
    await leave(t, terminal, folder, 'q')
    t.match(fs.readFileSync(path.join(folder, 'reports/watch/index.html'), 'utf8'), /save 12[^]*- {2}const s = work\(200000\)\n\+ {2}const s = work\(100000\)/)
    t.equal(git('worktree', 'list').split('\n').length, 1)
  })
}

t.test('of two saves within a second, the second counts', { skip }, async function (t) {
  const { folder, write } = scratchRepository(t, { 'server.js': START })
  const terminal = inTerminal(t, folder, SIZES[0], ['--no-places', '--path=/?token=hush'])
  await terminal.shows(/^Save 1: /m)
  write('server.js', server(800_000))
  await terminal.shows(/^Save 2 is starting/m)
  write('server.js', server(50_000))
  t.match(await terminal.shows(/^Save 3: [^]*\(\d+\srounds\)/m), /^Save 3: faster/m)
  t.notMatch(terminal.screens.join('\n'), /^Save 2: slower/m)

  terminal.press('b')
  t.match(await terminal.shows(/Baseline: save 3/), /Baseline: save 3\. /)
  write('server.js', server(200_000))
  t.match(await terminal.shows(/^Save 5: [^]*\(\d+\srounds\)/m), /^Save 5: slower than the baseline/m)
  await leave(t, terminal, folder, '\x03')
  const page = fs.readFileSync(path.join(folder, 'reports/watch/index.html'), 'utf8')
  t.notMatch(terminal.screens.join('\n') + page, 'hush', 'a secret is not shown')
})

t.test('a save that hangs is left at once', { skip }, async function (t) {
  const { folder, write } = scratchRepository(t, { 'server.js': START })
  const terminal = inTerminal(t, folder, SIZES[0], ['--no-places'])
  await terminal.shows(/^Save 1: /m)
  write('server.js', START.replace('const s =', 'for (;;);\n  const s ='))
  await terminal.shows(/^Save 2 is starting/m)
  // Polls: it is not a child process of this test.
  while (processes((args) => args.includes(path.join(folder, 'server.js'))).length === 0) await wait(20)
  await leave(t, terminal, folder, 'q')
})
