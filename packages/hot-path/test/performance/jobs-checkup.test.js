'use strict'

// The check-up of programs without a port: one for each finding, and a healthy one.

const fs = require('fs')
const t = require('tap')
const { begin } = require('../support/helper')
const { okUnlessBusy, watchMachine } = require('../support/performance')

/** Runs an instrument on a program without load. `line` in the result is the line with the mark. */
async function look (t, instrument, code, { name = 'job.js', more = [] } = {}) {
  const cwd = fs.realpathSync(t.testdir({ [name]: code, 'package.json': '{ "private": true }' }))
  const run = begin([instrument, name, '--no-load', '--no-open', ...more], { cwd })
  const line = code.split('\n').findIndex((text) => text.includes('<- here')) + 1
  return { ...(await run.ended), line, cwd }
}

t.test('an idle server with a port is diagnosed without load', async function (t) {
  const interference = watchMachine(t)
  const code = "require('http').createServer((req, res) => res.end()).listen(process.env.PORT, process.env.HOST)"
  const { status, stdout, stderr } = await look(t, 'checkup', code, { more: ['--duration=2', '--json'] })
  t.equal(status, 0, stderr)
  const { end, findings: [first] } = JSON.parse(stdout)
  t.match(end, { byItself: false, status: null })
  okUnlessBusy(t, first.name === 'healthy', first.sentence, interference)
})

t.test('the records that hot-path keeps of a job are not memory that the job retains', async function (t) {
  const interference = watchMachine(t)
  const code = `let running = 0
async function work () {
  running++
  await new Promise((resolve) => setTimeout(resolve, 4))
  running--
}
async function poll () {
  if (running < 10) (await Promise.all([1, 2, 3])).forEach(work)
  setImmediate(poll)
}
poll()`
  const { stdout, stderr } = await look(t, 'checkup', code, { more: ['--duration=6', '--json'] })
  const { findings: [first] } = JSON.parse(stdout)
  okUnlessBusy(t, first.name === 'healthy', `${first.name} ${first.sentence} ${stderr}`, interference)
})

// The findings that a check-up makes without requests, and programs that mark the line.
const SICK = {
  'event-loop': `function turn () {
  let sum = 0
  for (let i = 0; i < 2e6; i++) sum += Math.sqrt(i) // <- here
  return setImmediate(turn, sum)
}
turn()`,
  'sync-io': `const fs = require('fs')
function poll () {
  for (let i = 0; i < 1000; i++) fs.readFileSync(__filename) // <- here
  setImmediate(poll)
}
poll()`,
  gc: `let kept = []
function fill () {
  let last = null
  for (let i = 0; i < 200_000; i++) last = { last, i } // <- here
  kept = [last, ...kept.slice(0, 9)]
  setImmediate(fill)
}
fill()`,
  'memory-growth': `const seen = []
setInterval(function poll () {
  for (let i = 0; i < 1000; i++) seen.push({ id: i, scores: [i, i + 1, i + 2] }) // <- here
}, 10)`,
  'thread-pool': `const { pbkdf2 } = require('crypto')
function hash () {
  pbkdf2('secret', 'salt', 100_000, 64, 'sha512', hash) // <- here
}
for (let i = 0; i < 8; i++) hash()`,
  waiting: `const { setTimeout: sleep } = require('timers/promises')
async function main () {
  for (let i = 0; i < 15; i++) await sleep(100) // <- here
}
main()`
}

for (const [finding, code] of Object.entries(SICK)) {
  t.test(`checkup reports ${finding} and its line`, async function (t) {
    const interference = watchMachine(t)
    const { stdout, stderr, line } = await look(t, 'checkup', code, { more: ['--duration=2', '--json'] })
    const { findings = [], window } = JSON.parse(stdout || '{}')
    const found = findings.find(({ name }) => name === finding)
    const said = `${findings.map(({ name, places: [place] }) => `${name} ${place?.file}:${place?.line}`)} ${stderr}`
    okUnlessBusy(t, found?.places.some((place) => place.file === 'job.js' && place.line === line), said, interference)
    t.equal(window?.driver, 'none')
    t.notMatch(JSON.stringify(findings), /every other request/)
  })
}
