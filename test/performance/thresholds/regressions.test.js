'use strict'

// Runs a gate for each step and experiment whose files differ from the baseline. Only `fails` fails the test; a
// deliberate slowdown is accepted by `acceptedSlowdown` in hot-path.config.js.

const t = require('tap')
const { withInterval } = require('hot-path/reporting')
const { baseline, changedSubjects } = require('../../support/changed')
const { ROOT } = require('../../support/config')
const { hotPath } = require('../../support/helper')

const BUDGET = '--budget=30s'
// With a configured load of ten seconds per sample, a gate would take minutes. A file path has no configured load.
const MOST_SAMPLE_SECONDS = 3
// A gate raises a false alarm in at most 3 of 100 cases (docs/evidence/gate.md), so not twice in a row.
const MOST_GATES = 2

t.setTimeout(300_000)

async function gate (revision, { id, file, path, load }) {
  const isLong = (load?.leastSeconds ?? 0) > MOST_SAMPLE_SECONDS
  const candidate = isLong ? [`--candidate=${file}`, `--path=${path}`] : [`--candidate=${id}`]
  const { status, stdout, stderr } = await hotPath(
    ['gate', `--baseline=git:${revision}`, ...candidate, BUDGET, '--allow-contract-change', '--no-places', '--json'],
    { cwd: ROOT }
  )
  if (status === 2) throw new Error(stderr)
  return JSON.parse(stdout)
}

const { revision, name, missing } = baseline(ROOT, process.env)
const changed = revision ? changedSubjects(ROOT, revision) : []

t.test('no step or experiment is slower than the baseline', { skip: missing }, async function (t) {
  if (changed.length === 0) t.pass(`no step and no experiment differs from ${name}`)
  for (const { isNew, accepted, ...subject } of changed) {
    if (isNew) {
      t.pass(`${subject.id} is new`)
      continue
    }
    const gates = []
    do gates.push(await gate(revision, subject))
    while (gates.at(-1).verdict === 'fails' && gates.length < MOST_GATES)
    const { verdict, ratio, interval } = gates.at(-1)
    const told = `${subject.id} ${verdict} against ${name}: ${ratio === null ? 'no ratio' : withInterval(ratio, interval)}`
    if (accepted) t.pass(`${told}; accepted: ${accepted}`)
    else t.not(verdict, 'fails', `${told}. Is it meant to be? Say why: acceptedSlowdown in hot-path.config.js`)
  }
})
