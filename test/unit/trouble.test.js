'use strict'

// How the study of processes in trouble judges what hot-path says.

const t = require('tap')
const fs = require('fs')
const path = require('path')
const { CAUSES, SERVERS, STUCK, blocksOf, falseStallsOf, isLineRight, serverOf } = require('../../trials/studies/trouble/judged')

const jobs = fs.readdirSync(path.join(SERVERS, 'stalls')).filter((name) => !name.endsWith('.js'))
const lineOf = (file, mark) => fs.readFileSync(file, 'utf8').split('\n').findIndex((text) => text.endsWith(mark)) + 1
const lock = { file: 'stalls/lock/server.js', line: lineOf(serverOf('lock'), '// HERE') }

t.test('every server marks the line that blocks it', async function (t) {
  t.equal(jobs.length, 10)
  for (const job of jobs) t.ok(lineOf(serverOf(job), '// HERE') > 0, job)
  for (const way of Object.keys(CAUSES)) {
    const line = lineOf(STUCK, `// <- ${way}`)
    t.ok(isLineRight({ way, place: { file: 'stuck/for-good.js', line } }), way)
    t.notOk(isLineRight({ way, place: { file: 'stuck/for-good.js', line: line + 1 } }), way)
    t.notOk(isLineRight({ way, place: null }), way)
  }
})

t.test('a stall counts if it overlaps a block that the server logged', async function (t) {
  const blocks = [{ atSeconds: 5, seconds: 0.3 }, { atSeconds: 12, seconds: 0.3 }]
  const stalls = [{ atSeconds: 5.04, seconds: 0.26, place: lock }, { atSeconds: 20, seconds: 0.3, place: lock }]
  const judged = blocksOf({ job: 'lock', blocks, stalls })
  t.same(judged.map(({ stall, isLineRight }) => [stall, isLineRight]), [[stalls[0], true], [undefined, false]])
  t.same(falseStallsOf({ blocks, stalls }), [stalls[1]])
  const [{ isLineRight: isRight }] = blocksOf({ job: 'lock', blocks, stalls: [{ ...stalls[0], place: null }] })
  t.notOk(isRight)
})

t.test('a block that is too short, or not within the watch, need not be reported', async function (t) {
  const blocks = [{ atSeconds: 9, seconds: 0.09 }, { atSeconds: 0.1, seconds: 0.3 }, { atSeconds: 29.9, seconds: 0.3 }]
  t.same(blocksOf({ job: 'lock', blocks, stalls: [] }), [])
  t.same(falseStallsOf({ blocks, stalls: blocks }), [])
})
