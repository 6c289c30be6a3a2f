'use strict'

const fs = require('fs')
const path = require('path')
const t = require('tap')
const { ROOT, hotPath } = require('../helper')

const PROFILERS = ['flame', '0x', 'cpu-profile']

async function profile (t, instrument, step) {
  const { status, stdout, stderr } = await hotPath([instrument, step, '--json', '--duration=3'])
  t.equal(status, 0, stderr)
  const record = JSON.parse(stdout)
  t.match(record, { version: 1, command: instrument, node: process.version })
  t.match(fs.readFileSync(record.report, 'utf8'), '<html', 'the picture is there')
  t.ok(
    record.hottest.length === 10 && record.hottest.every(({ self }, i, all) => i === 0 || self <= all[i - 1].self),
    'ten, hottest first'
  )
  return record
}

t.test("the profilers agree: step 1's hottest function of the application is the after listener", async function (t) {
  const source = fs.readFileSync(path.join(ROOT, 'steps/01-slow/util.js'), 'utf8').split('\n')
  const line = source.findIndex((text) => text.includes("server.on('after'")) + 1
  for (const instrument of PROFILERS) {
    const { hottest } = await profile(t, instrument, '1')
    const app = hottest.find(({ kind }) => kind === 'app')
    t.match(app, { name: '(anonymous)', file: 'steps/01-slow/util.js', line }, instrument)
    t.ok(app.total > 60, `${instrument}: ${app.total} % in it and what it calls`)
  }
})

t.test("the profilers agree: step 3's hottest function is Node's own", async function (t) {
  for (const instrument of PROFILERS) {
    const { hottest } = await profile(t, instrument, '3')
    t.match(hottest[0], { kind: 'node', file: /^node:/ }, instrument)
  }
})
