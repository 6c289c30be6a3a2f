'use strict'

// Damaged files of a learner: the guide reads them or reports a one-line error.

const t = require('tap')
const { FLAME, TIMEOUT_MS, tryReaders } = require('../../packages/hot-path/test/support/damaged-files')
const { checks } = require('../../scripts/learn/chapter-checks')
const { readState } = require('../../scripts/learn/state')

t.setTimeout(TIMEOUT_MS)
tryReaders(t, {
  "a learner's state": {
    file: 'state.json',
    whole: { version: 1, chapter: 3, chapters: { 1: { bet: { text: 'x', date: 'x' }, hints: 1, passed: { date: 'x', saw: ['x'], measured: null } } }, case: 'x', cases: { x: { diagnosed: ['a'], hints: 2 } } },
    read: ({ folder }) => readState(folder)
  },
  "a learner's last run of Doctor": {
    file: '01-slow/doctor.json',
    whole: { issue: 'event-loop', issues: {}, explainedBy: null, disturbance: null },
    read: ({ folder }) => checks[3].check({ answer: 'io', reports: folder })
  },
  "a learner's last profile": {
    file: '01-slow/flame.json',
    whole: FLAME,
    read: ({ folder }) => checks[6].check({ answer: 'a.js:1', reports: folder })
  },
  "a learner's last run of heap": {
    file: 'sessions/heap.json',
    whole: { places: [], kept: { bytes: 1, bytesPerRequest: 1, places: [{ file: 'a.js', line: 1, column: 1, function: 'f', share: 1, of: 'x', why: 'sessions (a Map) keeps' }] }, allocated: { places: [] } },
    read: ({ folder }) => checks[14].check({ answer: 'sessions', bet: '1', reports: folder })
  }
})
