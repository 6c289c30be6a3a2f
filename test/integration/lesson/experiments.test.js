'use strict'

// What the experiments teach, as counts instead of times.

const { spawn } = require('child_process')
const { once } = require('events')
const fs = require('fs')
const path = require('path')
const t = require('tap')
const { subjects: catalog } = require('../../support/config')
const { judgeGoal } = require('hot-path/testing')
const { readWarnings } = require('../../../scripts/commands/process-warnings')
const { ROOT, hotPath, processes, serve } = require('../../support/helper')

const read = (file) => fs.readFileSync(path.join(ROOT, file), 'utf8')

t.test('every experiment has a page with the same parts', async function (t) {
  const folders = fs.readdirSync(path.join(ROOT, 'experiments')).filter((name) => name !== 'ceiling')
  for (const folder of folders) {
    const page = read(`experiments/${folder}/README.md`)
    for (const part of ['Question.', 'Command', 'What you see.', 'Answer', 'What to take home.']) {
      t.match(page, `**${part}`, `${folder} has "${part}"`)
    }
  }
  const known = catalog
    .map(({ file }) => file.split('/'))
    .filter(([home]) => home === 'experiments')
    .map(([, folder]) => folder)
  t.same(
    folders.filter((folder) => !known.includes(folder)),
    ['goal'],
    'and a place in the catalog; "goal" is about the steps'
  )
})

t.test('noop-listener is step 1 with an empty listener', async function (t) {
  const emptied = read('steps/01-slow/util.js')
    .replace(/(server\.on\('after', function \(req, res\) \{\n)[^]*?(\n {6}\}\))/, '$1$2')
    .replace('{\n\n', '{\n')
  t.equal(read('experiments/noop-listener/util.js'), emptied)
  t.equal(read('experiments/noop-listener/index.js'), read('steps/01-slow/index.js'))
})

t.test('trace-warnings is step 1 without the line that silences the warning', async function (t) {
  const loud = read('steps/01-slow/util.js').replace("require('events').defaultMaxListeners = Infinity\n\n", '')
  t.equal(read('experiments/trace-warnings/util.js'), loud)
  t.equal(read('experiments/trace-warnings/index.js'), read('steps/01-slow/index.js'))
})

t.test("readWarnings parses a warning's stack, and separates application frames from Node's", async function (t) {
  const text =
    'Listening\n(node:7) MaxListenersExceededWarning: Possible leak.\n' +
    '    at genericNodeError (node:internal/errors:984:15)\n    at attach (/home/me/my app/util.js:27:14)\n    at /home/me/node_modules/x/y.js:3:4\nlater\n'
  const [warning, ...rest] = readWarnings(text)
  t.match(warning, { name: 'MaxListenersExceededWarning', message: 'Possible leak.' })
  t.same(
    warning.stack.map(({ name, line, kind }) => [name, line, kind]),
    [
      ['genericNodeError', 984, 'node'],
      ['attach', 27, 'app'],
      ['(anonymous)', 3, 'dependency']
    ]
  )
  t.same(rest, [])
  t.same(readWarnings(''), [])
})

t.test('a timer is late by the duration of the work before it', async function (t) {
  const script = spawn(process.execPath, [path.join(ROOT, 'experiments/blocked-timer/index.js')])
  let stdout = ''
  script.stdout.on('data', (text) => {
    stdout += text
  })
  const [status] = await once(script, 'close')
  t.equal(status, 0)
  const rows = stdout
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/).map(Number))
  t.equal(rows.length, 6)
  for (const [calls, work, asked, actual] of rows) {
    t.ok(actual >= asked - 1 && actual >= work - 1, `${calls} million calls: ${actual} ms after ${work} ms of work`)
  }
})

t.test('compare rejects a script, and prints the command that runs it', async function (t) {
  const { status, stderr } = await hotPath(['compare', 'blocked-timer'])
  t.equal(status, 2)
  t.match(stderr, 'node experiments/blocked-timer/index.js')
})

// RFC 9110, section 13.1.2: a list of validators or "*", compared weakly.
const validators = (etag) => ({
  [etag]: 304,
  [`W/${etag}`]: 304,
  [`"other", ${etag}`]: 304,
  [`"other",W/${etag} , "more"`]: 304,
  '*': 304,
  '"other"': 200,
  'W/"other"': 200,
  [etag.slice(1, -1)]: 200,
  [etag.slice(0, -2) + '"']: 200
})

t.test('conditional-get answers 304 exactly if the validator matches', async function (t) {
  const { url } = await serve(t, 'conditional-get')
  const first = await fetch(`${url}/seed/v1`)
  await first.text()
  const etag = first.headers.get('etag')
  t.match(etag, /^"[\x21\x23-\x7e]+"$/, 'with the first answer already')
  for (const [validator, status] of Object.entries(validators(etag))) {
    for (const method of ['GET', 'HEAD']) {
      const answer = await fetch(`${url}/seed/v1`, { method, headers: { 'If-None-Match': validator } })
      t.equal(answer.status, status, `${method} ${validator}`)
      t.equal((await answer.text()).length > 0, status === 200 && method === 'GET')
      t.equal(answer.headers.get('etag'), etag)
      t.equal(answer.headers.get('cache-control'), 'public, max-age=120')
      if (status === 304) t.notOk(answer.headers.get('content-length'), 'nothing is announced that does not come')
    }
  }
  t.equal(
    (await fetch(`${url}/nope`, { headers: { 'If-None-Match': '*' } })).status,
    404,
    'what is not there has no ETag'
  )
})

t.test('overload-protection accepts requests while the event loop has no delay', async function (t) {
  const { url } = await serve(t, 'overload-protection')
  for (let i = 0; i < 20; i++) t.equal((await fetch(`${url}/seed/v1`)).status, 200)
})

t.test('the child process of offload exits when the server is killed', async function (t) {
  // A child inherits Node's options, so this option identifies the test's processes.
  const mark = `--conditions=test-${process.pid}`
  const server = spawn(process.execPath, [mark, path.join(ROOT, 'experiments/offload/other-process.js')], {
    env: { ...process.env, PORT: '0' }
  })
  await once(server.stdout, 'data')
  const calculators = () => processes((args) => args.includes(mark) && args.includes('calculator'))
  while (calculators().length === 0) await new Promise((resolve) => setImmediate(resolve))
  server.kill('SIGKILL')
  while (calculators().length) await new Promise((resolve) => setImmediate(resolve))
})

for (const id of ['offload-in-loop', 'offload-worker-pool', 'offload-other-process']) {
  t.test(`${id} calculates the same result`, async function (t) {
    const { url } = await serve(t, id)
    t.match(await (await fetch(`${url}/expensive`)).json(), { primes: 78_498 }, 'the primes below a million')
    t.same(await (await fetch(`${url}/cheap`)).json(), { ok: true })
  })
}

/** Returns the samples of a session in which every subject has the same figures in every round. */
function session (subjects) {
  return Array.from({ length: 8 }, (_, i) =>
    Object.entries(subjects).map(([subject, [requestsPerSecond, serverCpuUsPerRequest]]) => ({
      subject,
      round: i + 1,
      driver: 'built-in',
      requests: 100,
      non2xx: 0,
      expected: 0,
      errors: 0,
      requestsPerSecond,
      serverCpuUsPerRequest
    }))
  ).flat()
}

t.test('a goal is met by the first subject that reaches it', async function (t) {
  const samples = session({ a: [100, 1000], b: [3000, 80], c: [9000, 30] })
  const goalOf = (goal) => judgeGoal(goal, ['a', 'b', 'c'], samples, { cores: 8 })
  t.equal(goalOf({ requestsPerSecond: 2500 }).first, 'b')
  t.equal(goalOf({ requestsPerSecond: 4000 }).first, 'c')
  t.equal(goalOf({ requestsPerSecond: 50 }).first, 'a', 'where one stands may be enough')
  t.equal(goalOf({ times: 30 }).first, 'b')
  t.equal(goalOf({ times: 1000 }).first, null)
  t.equal(goalOf({ overBudget: 1 }).first, 'b')
  t.equal(goalOf({ overBudget: 20 }).first, 'c', 'a twenty-first of the CPU')
  const [{ id, ratio }] = goalOf({ times: 30 }).further
  t.equal(id, 'c')
  t.ok(Math.abs(ratio - 3) < 1e-9, 'three times the throughput of b')
})
