'use strict'

// A server in TypeScript, compiled or bundled: the reports name lines of the original source. For the check-up:
// test/performance/checkup.test.js

const fs = require('fs')
const path = require('path')
const t = require('tap')
const { toSubject } = require('../../../src/config/subjects')
const { profilesInTurns } = require('../../../src/gate/interleaved-profiles')
const { SourceMaps } = require('../../../src/source/source-maps')
const { fromCpuProfile } = require('../../../src/source/stacks')
const { SERVER, TOTAL, bundle, compile, compileInMemory, lineOf, project } = require('../../support/compiled')
const { begin } = require('../../support/helper')

async function profiled (folder, command = 'cpu-profile', server = 'dist/server.js') {
  // The retained memory has to be larger than what a heap varies by, also on a busy machine.
  const seconds = command === 'heap' ? 6 : 2
  const args = [command, server, `--duration=${seconds}`, '--connections=20', '--json', '--no-open']
  const { stdout, stderr, status } = await begin(args, { cwd: folder }).ended
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}

const COMPUTES = { file: 'src/total.ts', line: lineOf(TOTAL, 'function total'), name: 'total', kind: 'app' }

t.test('compiled files with separate source maps report the lines of their sources', async function (t) {
  const folder = project(t)
  compile(folder, { sourceMap: true })
  const { hottest, sourceMaps } = await profiled(folder)
  t.match(hottest[0], COMPUTES)
  t.same(sourceMaps.map(({ file, broken }) => [file, broken]).sort(), [['dist/server.js', null], ['dist/total.js', null]])
  const page = fs.readFileSync(path.join(folder, 'reports/server/cpu-profile.html'), 'utf8')
  t.match(page, /src(\/|&#47;)total\.ts:4/)
  t.match(page, 'Line numbers refer to the original source')

  const waits = await profiled(folder, 'waits')
  t.match(waits.places[0], { file: 'src/server.ts', line: lineOf(SERVER, '<- waits'), function: 'answer' })
})

t.test('the source text comes from the source map if the file has changed or is gone', async function (t) {
  const folder = project(t)
  compile(folder, { sourceMap: true, inlineSources: true })
  fs.rmSync(path.join(folder, 'src'), { recursive: true })
  const { stdout } = await begin(['cpu-profile', 'dist/server.js', '--duration=1', '--no-open'], { cwd: folder }).ended
  t.match(stdout, /the hottest function is total src\/total\.ts:4/)
  t.match(stdout, /Line numbers refer to the original source, from the source map of/)
})

t.test('compiled files with inline source maps report the lines of their sources', async function (t) {
  const folder = project(t)
  compile(folder, { inlineSourceMap: true })
  t.match((await profiled(folder)).hottest[0], COMPUTES)
})

t.test('a bundle of one line reports the lines of its sources', async function (t) {
  const folder = project(t)
  bundle(folder)
  t.equal(fs.readFileSync(path.join(folder, 'dist/server.js'), 'utf8').trim().split('\n').length, 2)
  t.match((await profiled(folder)).hottest[0], COMPUTES)
  t.match((await profiled(folder, 'waits')).places[0], { file: 'src/server.ts', line: lineOf(SERVER, '<- waits') })
  const { kept } = await profiled(folder, 'heap')
  t.match(kept.places[0], { file: 'src/server.ts', line: lineOf(SERVER, 'kept.push') })
})

t.test('files that a loader compiles in memory report the lines of their sources', async function (t) {
  const folder = project(t)
  compileInMemory(folder)
  t.match((await profiled(folder, 'cpu-profile', '.')).hottest[0], COMPUTES)
  t.match((await profiled(folder, 'waits', '.')).places[0], { file: 'src/server.ts', line: lineOf(SERVER, '<- waits') })
  const { kept } = await profiled(folder, 'heap', '.')
  t.match(kept.places[0], { file: 'src/server.ts', line: lineOf(SERVER, 'kept.push') })
})

t.test('the profiles of a gate report the lines of their sources', async function (t) {
  const folder = project(t)
  compileInMemory(folder)
  const entry = path.join(folder, 'src/server.ts')
  const register = path.join(folder, 'register.js')
  const subject = { ...toSubject(register), entry, nodeOptions: ['-r', register] }
  const subjects = ['baseline', 'candidate'].map((id) => ({ ...subject, id }))
  const profiles = await profilesInTurns(subjects, { connections: 10, reports: path.join(folder, 'reports') })
  for (const { raw, compiled } of profiles) {
    const frames = fromCpuProfile(new SourceMaps(compiled).asWritten(raw)).flatMap((stack) => stack.frames)
    t.match(frames.find(({ name }) => name === 'total'), { file: path.join(folder, 'src/total.ts'), line: 4 })
  }
})

t.test('a broken source map is reported, and lines are those of the executed file', async function (t) {
  for (const map of ['{ "version": 3, "sources"', '{}', '{ "version": 3, "sources": [3], "mappings": "" }', null]) {
    const folder = project(t)
    compile(folder, { sourceMap: true })
    const file = path.join(folder, 'dist/total.js.map')
    if (map === null) fs.rmSync(file)
    else fs.writeFileSync(file, map)
    const { stdout } = await begin(['cpu-profile', 'dist/server.js', '--duration=1', '--no-open'], { cwd: folder }).ended
    t.match(stdout, /the hottest function is total dist\/total\.js:\d/)
    t.match(stdout.replace(/\s+/g, ' '), /The source map of dist\/total\.js cannot be read \(.+\)\. Its line numbers refer to the code that ran\./)
  }
})
