'use strict'

const { execFileSync } = require('child_process')
const fs = require('fs')
const os = require('os')
const path = require('path')
const { performance } = require('perf_hooks')
const t = require('tap')
const { measure } = require('hot-path/measure/session')
const { ROOT, hotPath } = require('../support/helper')

const LISTENER =
  fs.readFileSync(path.join(ROOT, 'steps/01-slow/util.js'), 'utf8').split('\n').findIndex((text) => text.includes("server.on('after'")) + 1
const QUICK = ['--path=/seed/v1', '--budget=1s', '--json'] // as few rounds as a verdict needs

t.test('a step back to the leak fails', async function (t) {
  const { status, stdout, stderr } = await hotPath([
    'gate',
    '--baseline=2',
    '--candidate=steps/01-slow/index.js',
    ...QUICK
  ])
  t.equal(status, 1, stderr)
  const { verdict, ratio, interval, samples, grown } = JSON.parse(stdout)
  t.equal(verdict, 'fails')
  t.ok(ratio > 20 && interval[0] > 1.02, `${ratio} times the cost`)
  t.equal(samples.length, 10)
  t.match(grown?.[0], { file: 'steps/01-slow/util.js', line: LISTENER, kind: 'app' }, stderr)
})

t.test('a revision against itself does not, and its work tree goes', async function (t) {
  const { status, stdout, stderr } = await hotPath(['gate', '--baseline=git:HEAD', '--candidate=2', ...QUICK])
  t.not(status, 1, stderr)
  t.not(status, 2, stderr)
  t.match(JSON.parse(stdout), { verdict: /holds|inconclusive/, ratio: Number })
  t.equal(execFileSync('git', ['worktree', 'list'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n').length, 1)
  t.same(
    fs.readdirSync(path.join(ROOT, 'reports')).filter((name) => name.startsWith('.run-')),
    []
  )
})

t.test('the time of a session grows with subjects and rounds, and with nothing else', async function (t) {
  const entry = path.join(ROOT, 'packages/hot-path/test/fixtures/hello.js')
  const plan = { driver: 'autocannon', connections: 5, warmupSeconds: 0.1, durationSeconds: 0.2, latencySeconds: 0 }
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
  const one = (await secondsFor(1, 2)) / 2
  const many = (await secondsFor(4, 4)) / 16
  t.ok(many < 2 * one, `one sample of 16 takes ${many.toFixed(2)} s, one of 2 takes ${one.toFixed(2)} s`)
})

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-path-gate-'))
const stranger = path.join(folder, 'server.js')
fs.copyFileSync(path.join(ROOT, 'packages/hot-path/test/fixtures/hello.js'), stranger)
t.teardown(() => fs.rmSync(folder, { recursive: true }))

const mistakes = {
  'no candidate': [['--baseline=2'], /needs both/],
  'a baseline that does not start': [
    ['--baseline=packages/hot-path/test/fixtures/throws-at-once.js', '--candidate=2'],
    /ended with status 1/
  ],
  'another contract': [
    ['--baseline=packages/hot-path/test/fixtures/hello.js', '--candidate=2', '--path=/seed/v1'],
    /media type is none in one and application\/json in the other/
  ],
  'a path that is not there': [['--baseline=2', '--candidate=3', '--path=/nope'], /answers 404 at \/nope/],
  'an unknown revision': [['--baseline=git:no-such-thing', '--candidate=2'], /no revision "no-such-thing"/],
  'a revision that looks like an option': [['--baseline=git:--output=x', '--candidate=2'], /no revision "--output=x"/],
  'a file outside any repository': [['--baseline=git:HEAD', `--candidate=${stranger}`], /not in a git repository/],
  'a margin without a unit': [['--baseline=2', '--candidate=3', '--margin=2'], /such as 2%/],
  'a budget that is none': [['--baseline=2', '--candidate=3', '--budget=soon'], /such as 60s/],
  'an unknown driver': [['--baseline=2', '--candidate=3', '--driver=ab'], /no driver "ab"/]
}

for (const [mistake, [args, sentence]] of Object.entries(mistakes)) {
  t.test(`${mistake} is an error, not a result`, async function (t) {
    const { status, stdout, stderr } = await hotPath(['gate', ...args])
    t.equal(status, 2)
    t.equal(stdout, '')
    t.match(stderr, sentence)
    t.notMatch(stderr, /at .*hot-path\/src/, 'no stack trace of ours')
  })
}
