'use strict'

// Accepted option values also work: small, odd and large ones under a short load end in a result or a one-line error.

const fs = require('fs')
const path = require('path')
const t = require('tap')
const { ROOT, begin } = require('../../support/helper')

const HELLO = path.join(ROOT, 'packages/hot-path/test/fixtures/hello.js')
const GATE = ['gate', `--baseline=${HELLO}`, `--candidate=${HELLO}`, '--budget=1s', '--no-places']
const COMPARE = ['compare', HELLO, '--no-open', '--rounds=1', '--timeline=0', '--duration=0.1']
const LOOK = [HELLO, '--no-open', '--duration=0.3', '--connections=3']
// The longest runs come first.
const RUNS = [
  [...COMPARE, '--goal=1', '--rounds=6'],
  ['cpu-profile', ...LOOK, '--duration=0.1'],
  ['cpu-profile', ...LOOK, '--connections=1'],
  ['cpu-profile', ...LOOK, '--connections=777'],
  ['cpu-profile', ...LOOK, '--rate=1'],
  ['cpu-profile', ...LOOK, '--rate=100000'],
  ['cpu-profile', ...LOOK, '--port=65535'],
  ['cpu-profile', ...LOOK, '--path=/käse?a=1&b=[<id>]', '--method=PATCH', '--body=[<id>]'],
  ['cpu-profile', ...LOOK, '--header=host: example.org', '--header=HOST: example.net'],
  ['checkup', ...LOOK, '--duration=0.1'],
  ['checkup', ...LOOK, '--duration=3.7', '--connections=7'],
  ['heap', ...LOOK, '--duration=0.7'],
  ['waits', ...LOOK, '--duration=0.7', '--rate=33.3'],
  [...COMPARE, '--timeline=0.3'],
  [...COMPARE, '--question=p99', '--rounds=2'],
  [...COMPARE, '--driver=wrk', '--duration=0.4'],
  [...GATE, '--margin=50%', '--alarm=100%', '--connections=1'],
  ['threshold', HELLO, '--rounds=1', '--connections=3']
]
t.jobs = 4

for (const args of RUNS) {
  t.test(args.map((word) => path.basename(word)).join(' '), { buffered: true }, async function (t) {
    const { status, stdout, stderr } = await begin(args, { cwd: t.testdir() }).ended
    t.ok([0, 1, 2, 3].includes(status), `status ${status} ${stderr}`)
    t.notMatch(stdout + stderr, /\n {4}at |\bNaN\b|undefined|\[object/, 'neither a stack nor what is none')
    if (status === 2) t.match(stderr, /hot-path: [^\n]+\n$/)
    else t.match(stdout, /\S/)
  })
}

t.test('the exit status of compare --from --goal says whether a server meets the goal', async function (t) {
  const kept = JSON.parse(fs.readFileSync(path.join(ROOT, 'results/compare.json'), 'utf8'))
  // The speed of the bare server is unknown, because the load generator was saturated first.
  const isStep = (subject) => subject !== 'ceiling'
  const samples = kept.samples.filter(({ subject }) => isStep(subject))
  const steps = { ...kept, subjects: kept.subjects.filter(isStep), samples }
  const cwd = t.testdir({ 'all.json': JSON.stringify(kept), 'steps.json': JSON.stringify(steps) })
  for (const [file, goal, status, said] of [
    ['all.json', '1', 0, /The first to meet the goal: /],
    ['all.json', '10000000', 3, /Inconclusive: it is uncertain whether a server meets the goal\./],
    ['steps.json', '10000000', 1, /No server meets the goal\./],
    ['steps.json', '1', 0, /The first to meet the goal: /]
  ]) {
    const seen = await begin(['compare', `--from=${file}`, `--goal=${goal}`, '--no-open'], { cwd }).ended
    t.match(seen, { status, stdout: said }, seen.stderr)
  }
})
