'use strict'

// Compares yes-node with the system's yes, and tests the arithmetic of the lab. No timing is measured.

const { spawnSync } = require('child_process')
const fs = require('fs')
const path = require('path')
const t = require('tap')
const { figuresOf } = require('../../../labs/yes/lib/pipe-throughput')
const { page } = require('../../../labs/yes/lib/page')
const { countCalls } = require('../../../labs/yes/lib/syscalls')
const { withDoubts } = require('../../../labs/yes/lib/validity')
const { isInstalled, judgeClaim } = require('hot-path/testing')
const claims = require('../../../labs/yes/claims')
const writers = require('../../../labs/yes/catalog')
const { ROOT, notPosix } = require('../../support/helper')

const YES_NODE = require.resolve('yes-node')
const gnu = spawnSync('yes', ['--version'])
const withoutPinning = isInstalled('taskset') ? false : 'no taskset here'
const missing = notPosix || ((gnu.error || !/GNU/.test(gnu.stdout)) && 'no GNU yes here')

/** Returns the checksum of `program args | head -n lines`, both exit statuses, and standard error. */
function throughHead (program, args, lines) {
  const script = 'lines=$1; shift; "$@" | head -n "$lines" | md5sum; echo "$' + '{PIPESTATUS[@]}"' // for bash
  const { stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', String(lines), program, ...args], {
    encoding: 'utf8'
  })
  return { stdout, stderr }
}

const LISTS = {
  'no string': [[], 1_000_000],
  'an empty one': [[''], 1_000_000],
  several: [['foo', 'bar'], 1_000_000],
  'several bytes a letter': [['é€😀'], 1_000_000],
  'blanks and quotes': [['  "a" \'b\' $(c) `d` \\'], 100_000],
  'one byte less than a page': [['x'.repeat(4095)], 10_000],
  'a page': [['x'.repeat(4096)], 10_000],
  'longer than any buffer': [['xyz'.repeat(33_333)], 1000],
  'what looks like an option': [['--', '--help'], 100_000],
  'a minus sign': [['-'], 100_000]
}
for (const [what, [args, lines]] of Object.entries(LISTS)) {
  t.test(`yes-node writes the same as yes: ${what}`, { skip: missing }, async function (t) {
    const ours = throughHead(process.execPath, [YES_NODE, ...args], lines)
    t.same(ours, throughHead('yes', args, lines))
    t.match(ours.stdout, /^141 0 0$/m, 'the reader leaves, and the writer ends as every other program does')
    t.equal(ours.stderr, '', 'without a word')
  })
}

t.test('yes-node writes the same on the core of its reader, where it changes to larger writes', { skip: withoutPinning }, async function (t) {
  const script = 'taskset --cpu-list 0 "$@" | taskset --cpu-list 0 head -c 30M | md5sum'
  const [ours, theirs] = [[process.execPath, YES_NODE], ['yes']].map(
    (command) => spawnSync('bash', ['-c', script, 'bash', ...command, 'a word'], { encoding: 'utf8' }).stdout
  )
  t.equal(ours, theirs)
})

t.test('yes-node prints help and version, and rejects unknown options', async function (t) {
  const run = (...args) => spawnSync(process.execPath, [YES_NODE, ...args], { encoding: 'utf8' })
  t.match(run('--help'), { status: 0, stdout: /^Usage: yes-node/ })
  t.match(run('foo', '--version'), { status: 0, stdout: `yes-node ${require('yes-node/package.json').version}\n` })
  for (const option of ['-x', '--foo', '--help=3']) {
    t.match(run(option), {
      status: 1,
      stdout: '',
      stderr: /^yes-node: unrecognized option '.*'\nTry 'yes-node --help'.*\n$/
    })
  }
})

t.test(
  'yes-node reports a full disk in one line',
  { skip: !fs.existsSync('/dev/full') && 'no /dev/full here' },
  async function (t) {
    const { status, stderr } = spawnSync(process.execPath, [YES_NODE], {
      stdio: ['ignore', fs.openSync('/dev/full', 'w'), 'pipe'],
      encoding: 'utf8'
    })
    t.equal(status, 1)
    t.match(stderr, /^yes-node: standard output: .*no space left on device.*\n$/)
  }
)

t.test('figuresOf calculates mean, peak and final rates from the byte counts', async function (t) {
  const steady = figuresOf([
    [0.1, 100],
    [0.2, 300],
    [0.3, 400],
    [0.4, 600]
  ])
  t.equal(Math.round(steady.bytesPerSecond), 1667)
  t.equal(Math.round(steady.peakBytesPerSecond), 2000)
  t.ok(steady.endShare > 0.9)
  t.match(
    figuresOf([
      [0.1, 65_536],
      [0.2, 65_536],
      [0.3, 65_536],
      [0.4, 65_536]
    ]),
    { bytesPerSecond: 0, endShare: 0 },
    'run dry'
  )
  t.match(figuresOf([[0.1, 50]]), { bytes: 50, bytesPerSecond: NaN })
})

t.test('a writer that waited for a CPU gets a validity warning, and its claim is invalid', async function (t) {
  const samples = (waitShare) =>
    [1, 2, 3, 4, 5, 6].flatMap((round) =>
      [
        ['yes-node', 4e9],
        ['gnu', 2e9]
      ].map(([subject, bytesPerSecond]) => ({
        subject,
        round,
        requests: 1,
        errors: 0,
        non2xx: 0,
        bytesPerSecond,
        waitShare
      }))
    )
  const claim = claims.find(({ id }) => id === 'keeps-up')
  for (const waitShare of [0.02, NaN, null]) {
    t.match(judgeClaim(claim, withDoubts(samples(waitShare)), { cores: 2 }), { verdict: 'holds', ratio: 2, doubts: [] })
  }
  const { verdict, doubts } = judgeClaim(claim, withDoubts(samples(0.25)), { cores: 2 })
  t.equal(verdict, 'invalid')
  t.match(doubts, [{ name: 'host-bound', sentence: /25 % of the time/ }, { name: 'host-bound' }])
})

t.test('system calls are counted from the first line written, per GiB written', async function (t) {
  const log = [
    'openat(AT_FDCWD, "x", 0) = 3',
    'write(2, ""..., 5) = 5',
    'write(1, ""..., 8192) = 8192',
    'epoll_wait(4, [], 1024, 0) = 0',
    'writev(1, [], 2) = 8192',
    '--- SIGKILL ---',
    ''
  ]
  t.equal(countCalls(log.join('\n')), (3 / 16_384) * 2 ** 30)
  t.equal(countCalls('openat(AT_FDCWD, "x", 0) = 3\n'), null)
  t.equal(countCalls('write(1, ""..., 8192) = -1 EPIPE (Broken pipe)\n'), null)
})

t.test('the recorded results name the existing writers and can be drawn', async function (t) {
  const kept = JSON.parse(fs.readFileSync(path.join(ROOT, 'results/lab-yes.json'), 'utf8'))
  t.same(
    kept.subjects,
    writers.map(({ id }) => id)
  )
  for (const { id, verdict } of kept.claims) t.equal(verdict, 'holds', id)
  const html = page(kept)
  for (const { id, title } of writers) t.ok(html.includes(id) && html.includes(title), id)
  t.equal(html.match(/<figure>/g).length, 4)
})
