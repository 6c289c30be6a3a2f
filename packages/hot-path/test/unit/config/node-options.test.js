'use strict'

// Options of node: on a command line, in a start script, and the V8 flags that a probe changes temporarily.

const t = require('tap')
const v8 = require('v8')
const { countOptions, startScript } = require('../../../src/config/start-script')

t.test('the file of a command line follows the options and their values', async function (t) {
  const fileIn = (line) => line.split(' ')[countOptions(line.split(' '))]
  t.equal(fileIn('-r dotenv/config server.js'), 'server.js')
  t.equal(fileIn('--require=dotenv/config server.js --port 3'), 'server.js')
  t.equal(fileIn('--import ./a.mjs --env-file .env --inspect server.mjs x.js'), 'server.mjs')
  t.equal(fileIn('--max-old-space-size=400 --watch-path ./src server.js'), 'server.js')
  t.equal(fileIn('-e 1'), undefined)
})

t.test('watch options are removed from a start script', async function (t) {
  const folder = t.testdir({ 'server.js': '' })
  const of = function (start) {
    require('fs').writeFileSync(`${folder}/package.json`, JSON.stringify({ scripts: { start } }))
    const { entry, nodeOptions } = startScript(folder)
    return [entry.split('/').at(-1), ...nodeOptions]
  }
  t.same(of('node --watch server.js'), ['server.js'])
  t.same(of('node --watch-path ./src --no-warnings server.js'), ['server.js', '--no-warnings'])
  t.same(of('node --no-warnings --watch --watch-path=./src --watch-preserve-output server.js'), ['server.js', '--no-warnings'])
  t.same(of('node --watch-path ./src --watch-path ./lib --require ./a.js server.js'), ['server.js', '--require', './a.js'])
})

t.test('inlining stays disabled in a process that was started without it', async function (t) {
  const { setFlagsFromString } = v8
  const { execArgv } = process
  t.teardown(() => Object.assign(process, { execArgv }))
  t.teardown(() => Object.assign(v8, { setFlagsFromString }))
  const INLINING = require.resolve('../../../src/agent/probes/v8-functions')
  for (const [given, set] of [
    [[], ['--turbo-inlining', '--maglev-inlining']],
    [['--no-turbo-inlining'], ['--maglev-inlining']],
    [['--noturbo_inlining', '--no-maglev-inlining'], []]
  ]) {
    process.execArgv = given
    delete require.cache[INLINING]
    const { inlineAgain, stopInlining } = require(INLINING)
    stopInlining(() => {})
    const flags = []
    v8.setFlagsFromString = (flag) => flags.push(flag)
    inlineAgain(() => {})
    v8.setFlagsFromString = setFlagsFromString
    t.same(flags, set, given.join(' ') || 'no option')
  }
})
