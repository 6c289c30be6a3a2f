'use strict'

// Output in a pseudo-terminal of 80 columns.

const { spawn } = require('child_process')
const { once } = require('events')
const { text } = require('stream/consumers')
const { stripVTControlCharacters } = require('util')
const t = require('tap')
const { quote } = require('../../src/instruments/equivalent-command')
const { HOT_PATH, hotPath } = require('../support/helper')

const COLUMNS = 80
const HELLO = require.resolve('../fixtures/hello.js')
const skip = process.platform !== 'linux' && 'script(1) has other options elsewhere'
// The progress bar, which is redrawn in place.
// eslint-disable-next-line no-control-regex
const BAR = /\x1b7[^]*?\x1b8/g

/** Runs hot-path in a terminal, in a folder. Returns its lines, without those of the progress bar. */
async function inTerminal (cwd, args) {
  const line = `stty cols ${COLUMNS}; ${[process.execPath, HOT_PATH, ...args].map(quote).join(' ')}`
  const child = spawn('script', ['--quiet', '--return', '--command', line, '/dev/null'], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')])
  return stripVTControlCharacters(output.replace(BAR, '')).replaceAll('\r', '').trimEnd().split('\n')
}

/** Asserts that every line fits, except a path or another word that is longer than a line and stands alone in it. */
function fits (t, lines) {
  for (const line of lines) t.ok(line.length <= COLUMNS || !line.trim().includes(' '), line)
}

const words = (text) => text.trim().split(/\s+/)

t.test('help fits 80 columns', { skip }, async function (t) {
  const folder = t.testdir()
  for (const args of [['--help'], ['checkup', '--help'], ['gate', '--help'], ['compare', '--help']]) {
    const lines = await inTerminal(folder, args)
    fits(t, lines)
    t.same(words(lines.join('\n')), words((await hotPath(args, { cwd: folder })).stdout), 'no word is broken')
  }
})

t.test('errors fit 80 columns', { skip }, async function (t) {
  const folder = t.testdir()
  for (const args of [['gate'], ['checkup', 'none.js'], ['gate', '--baseline=a', '--candidate=b', '--alarm=1%'], ['attach', '1', 'none']]) {
    const lines = await inTerminal(folder, args)
    fits(t, lines)
    t.same(words(lines.join('\n')), words((await hotPath(args, { cwd: folder })).stderr), 'no word is broken')
    t.notMatch(lines.join('\n'), /npx\n|hot-path\n/, 'no command is broken')
  }
})

for (const name of ['checkup', 'cpu-profile']) {
  t.test(`${name} fits 80 columns, and ends with the verdict`, { skip }, async function (t) {
    const lines = await inTerminal(t.testdir(), [name, HELLO, '--connections=10', '--duration=1', '--no-open'])
    fits(t, lines)
    const output = lines.join('\n')
    t.match(output, /Equivalent commands:\n\n {2}node [^]*\n {2}npx autocannon /)
    t.match(output.replaceAll(/ \\\n {6}/g, ' '), new RegExp(`\n {2}node (.* )?${HELLO}\n {2}npx autocannon `))
    const page = lines.findIndex((line) => line.startsWith('Page:'))
    const verdict = lines.slice(page).filter((line) => !/^Page:|^reports/.test(line))
    t.match(verdict[0], / says: /)
    t.ok(lines.slice(0, page).join('\n').includes(verdict.join('\n')), 'it is the one above')
  })
}
