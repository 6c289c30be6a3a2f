'use strict'

const t = require('tap')
const fs = require('fs')
const path = require('path')
const { keepRun, keptRuns } = require('../../../src/util/kept-run')

const NOON = Date.parse('2026-11-25T12:00:00Z')

t.test('the page of a run is kept when the next run replaces it', async function (t) {
  const reports = t.testdir({ '01-slow': {} })
  const page = path.join(reports, '01-slow/flame.html')
  const kept = [1, 2].map(function (run) {
    write(page, `page ${run}`)
    write(path.join(reports, '01-slow/flame.json'), `record ${run}`)
    write(path.join(reports, '01-slow/doctor.html'), 'of another instrument')
    return keepRun(page, { reports, now: new Date(NOON + run * 1000) })
  })
  t.same(kept.map((file) => path.relative(reports, file)), [
    'run-2026-11-25T12-00-01-01-slow-flame/flame.html',
    'run-2026-11-25T12-00-02-01-slow-flame/flame.html'
  ])
  t.same(kept.map(read), ['page 1', 'page 2'])
  t.same(fs.readdirSync(path.dirname(kept[0])).sort(), ['flame.html', 'flame.json'])
  t.equal(read(path.join(reports, 'latest/flame.json')), 'record 2', 'latest leads to the newest')
  t.equal(read(page), 'page 2')
})

t.test('the folders of runs have unique names', async function (t) {
  const reports = t.testdir({ gate: { 'index.html': 'gate' }, elsewhere: {} })
  const gate = path.join(reports, 'gate/index.html')
  const now = new Date(NOON)
  const runs = [keepRun(gate, { reports, now }), keepRun(gate, { reports, now })]
  t.same(runs.map((file) => path.relative(reports, file)), [
    'run-2026-11-25T12-00-00-gate/index.html',
    'run-2026-11-25T12-00-00-gate-2/index.html'
  ], 'two in one second are two')
  t.equal(keepRun(runs[0], { reports, now }), runs[0], 'what is kept already stays where it is')
  const outside = path.join(reports, 'elsewhere')
  t.equal(keepRun(gate, { reports: outside, now }), gate, "a page beside a user's file is not moved")
  t.same(fs.readdirSync(outside), [])
})

t.test('the oldest runs beyond fifty are removed, and other folders are kept', async function (t) {
  const reports = t.testdir({ compare: { 'index.html': '' }, 'run-away': { 'mine.txt': 'mine' }, latest: { 'mine.txt': 'mine' } })
  const kept = Array.from({ length: 53 }, (_, i) =>
    keepRun(path.join(reports, 'compare/index.html'), { reports, now: new Date(NOON + i * 1000) })
  )
  t.same(keptRuns(reports), kept.slice(3).map((file) => path.dirname(file)))
  t.equal(read(path.join(reports, 'run-away/mine.txt')), 'mine')
  t.equal(read(path.join(reports, 'latest/mine.txt')), 'mine')
  t.same(keptRuns(path.join(reports, 'none')), [])
})

t.test('if no folder can be created, the page stays in place', async function (t) {
  const reports = path.join(t.testdir({ 'a-file': '' }), 'a-file')
  const page = path.join(reports, 'gate/index.html')
  t.equal(keepRun(page, { reports, now: new Date(NOON) }), page)
})

/**
 * Writes a file as the commands do: completely, and then renamed.
 *
 * @param {string} file
 * @param {string} text
 */
function write (file, text) {
  fs.writeFileSync(`${file}.new`, text)
  fs.renameSync(`${file}.new`, file)
}

/** @param {string} file */
function read (file) {
  return fs.readFileSync(file, 'utf8')
}
