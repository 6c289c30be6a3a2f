'use strict'

// One gate for each verdict, and the main lesson: the leak is detected, and its line is named.

const fs = require('fs')
const path = require('path')
const { performance } = require('perf_hooks')
const t = require('tap')
const { measure } = require('hot-path/testing')
const { ROOT, hotPath } = require('../support/helper')
const { okUnlessBusy, watchMachine } = require('../../packages/hot-path/test/support/performance')

const LISTENER = fs
  .readFileSync(path.join(ROOT, 'steps/01-slow/util.js'), 'utf8')
  .split('\n')
  .findIndex((text) => text.includes("server.on('after'")) + 1
const QUICK = ['--budget=1s', '--json'] // as few rounds as a verdict needs
const HELLO = 'packages/hot-path/test/fixtures/hello.js'
// Drops every 20th connection, so its samples are invalid.
const CUTS = `let asked = 0
require('http').createServer((req, res) => ++asked % 20 ? res.end('hello') : req.socket.destroy())
  .listen(process.env.PORT, process.env.HOST)`

async function gate (...args) {
  const { status, stdout, stderr } = await hotPath(['gate', ...QUICK, ...args])
  return { status, stderr, ...(stdout && JSON.parse(stdout)) }
}

t.test('a return to the leak fails, and the gate names its line', async function (t) {
  const { status, verdict, ratio, interval, samples, grown, stderr } = await gate(
    '--baseline=2',
    '--candidate=steps/01-slow/index.js',
    '--path=/seed/v1',
    '--connections=5', // few connections detect it too, and sooner
    '--budget=16s' // five rounds; the leak costs more with each request, so its size depends on their duration
  )
  t.equal(status, 1, stderr)
  t.equal(verdict, 'fails')
  t.ok(ratio > 20 && interval[0] > 1.02, `${ratio} times the cost`)
  t.equal(samples.length, 10)
  t.match(grown?.[0], { file: 'steps/01-slow/util.js', line: LISTENER, kind: 'app' }, stderr)
})

t.test('a server compared with itself holds within a wide margin', async function (t) {
  const interference = watchMachine(t)
  const { status, verdict, ratio, interval } = await gate(
    `--baseline=${HELLO}`,
    `--candidate=${HELLO}`,
    '--margin=25%',
    '--alarm=100%'
  )
  okUnlessBusy(t, status === 0 && verdict === 'holds', `${status} ${verdict} ${ratio} ${interval}`, interference)
})

t.test('a margin smaller than the noise is inconclusive', async function (t) {
  // By chance, one run in forty reaches a verdict; two in a row do not.
  const statuses = []
  do {
    const { status } = await gate(`--baseline=${HELLO}`, `--candidate=${HELLO}`, '--no-places', '--margin=0.5%', '--alarm=1%')
    statuses.push(status)
  } while (statuses.at(-1) !== 3 && statuses.length < 2)
  t.equal(statuses.at(-1), 3, statuses.join(', '))
})

t.test('a gate with failed requests is invalid', async function (t) {
  const file = path.join(t.testdir({ 'cuts.js': CUTS }), 'cuts.js')
  const { status, verdict, stderr } = await gate(`--baseline=${file}`, `--candidate=${file}`, '--allow-contract-change')
  t.match({ status, verdict }, { status: 3, verdict: 'invalid' }, stderr)
})

t.test('the duration of a session depends only on the number of subjects and rounds', async function (t) {
  const entry = path.join(ROOT, 'packages/hot-path/test/fixtures/hello.js')
  const plan = { driver: 'built-in', connections: 5, warmupSeconds: 0.1, durationSeconds: 0.2, latencySeconds: 0 }
  async function secondsFor (subjectCount, rounds) {
    const subjects = Array.from({ length: subjectCount }, (_, i) => ({
      id: `hello-${i}`,
      title: '',
      entry,
      file: 'hello.js',
      path: '/'
    }))
    const begun = performance.now()
    const { samples } = await measure(subjects, { ...plan, rounds }, { reports: t.testdir() })
    t.equal(samples.length, subjectCount * rounds)
    return (performance.now() - begun) / 1000
  }
  const interference = watchMachine(t)
  const one = (await secondsFor(1, 2)) / 2
  const many = (await secondsFor(4, 4)) / 16
  okUnlessBusy(t, many < 2 * one, `one sample of 16 takes ${many.toFixed(2)} s, one of 2 takes ${one.toFixed(2)} s`, interference)
})
