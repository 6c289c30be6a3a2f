'use strict'

// Memory outside of V8's heap: which grows, and the line that keeps what owns it.

const fs = require('fs')
const path = require('path')
const t = require('tap')
const { hotPath } = require('../../support/helper')

const SERVER = path.join(__dirname, '../../fixtures/keeps-contexts.js')

t.test('native memory that grows with the requests is found, with the line that keeps its owners', async function (t) {
  const args = ['checkup', SERVER, '--duration=5', '--connections=5', '--json', '--no-open']
  const { status, stdout, stderr } = await hotPath(args, { cwd: t.testdir() })
  t.equal(status, 0, stderr)
  const { findings: [{ name, sentence, places }], window } = JSON.parse(stdout)
  t.match({ name, sentence }, { name: 'memory-growth', sentence: /memory that V8 does not count/ })
  const line = fs.readFileSync(SERVER, 'utf8').split('\n').findIndex((text) => text.includes('contexts.push(')) + 1
  t.match(places[0], { file: SERVER, line })
  t.ok(window.nativeGrowth.length === 2 || Math.min(...window.grownMemory.map(({ native }) => native)) > 0)
})
