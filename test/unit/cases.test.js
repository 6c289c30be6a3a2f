'use strict'

// The cases as data: each is complete, its files give nothing away, and its patches apply. Finding and curing them is
// tested in test/integration/weekly/case-counts.test.js and in the study results/cases-study.json.

const fs = require('fs')
const path = require('path')
const t = require('tap')
const { ROOT } = require('../support/config')
const { differences } = require('../../scripts/learn/cases/contract')
const { judgeAnswer } = require('../../scripts/learn/cases/diagnosis')
const { casesIn, copyCase } = require('../../scripts/learn/cases/list')
const { applied, faultsIn } = require('../../scripts/learn/cases/prove')
const { tried } = require('../../scripts/docs/cases')

const cases = casesIn(ROOT)
const { trials } = JSON.parse(fs.readFileSync(path.join(ROOT, 'results/cases-study.json'), 'utf8'))
// Words that would give the problem away in a file that a learner reads before the diagnosis.
const TELLING = /leak|slow|block|bug|wrong|stampede|n\+1|fixme|todo|should|starv/i

/** @param {import('../../scripts/learn/cases/list').Illness} illness */
function namesOf ({ finding, alsoNamed = [] }) {
  return [finding, ...alsoNamed]
}

t.test('there are at least 24 cases; two have two problems, and one is healthy', async function (t) {
  t.ok(cases.length >= 24)
  t.ok(cases.filter(({ illnesses }) => illnesses.length === 2).length >= 2)
  t.equal(cases.filter(({ illnesses }) => illnesses[0].finding === 'healthy').length, 1)
  t.same(cases.map(({ number }) => number), cases.map((_, i) => i + 1), 'numbered without a gap')
})

for (const one of cases) {
  t.test(one.id, async function (t) {
    const { folder, illnesses, cures } = one
    const files = fs.readdirSync(folder)
    t.same(faultsIn(one), [])

    const sources = files.filter((name) => /\.m?[jt]s$/.test(name))
    for (const name of sources) {
      const text = fs.readFileSync(path.join(folder, name), 'utf8')
      t.notMatch(text, TELLING, `${name} does not tell`)
    }
    for (const { finding, places } of illnesses) {
      for (const place of places) {
        const [, file, first, last] = /^(.+):(\d+)-(\d+)$/.exec(place) ?? []
        const lines = fs.readFileSync(path.join(folder, file), 'utf8').split('\n')
        t.ok(Number(first) < Number(last), `${place} has a beginning and an end`)
        t.match(lines[last - 1], /^ *[})]/, `${place} ends where a function does`)
        t.match(judgeAnswer(one, `${finding} ${file}:${first}`), { illness: { finding } })
      }
    }
    for (const cure of cures) {
      const copy = t.testdir()
      copyCase(one, path.join(copy, 'case'))
      t.ok(applied(cure, path.join(copy, 'case')), `${cure.name} fits`)
    }
    const copy = path.join(t.testdir(), 'case')
    copyCase(one, copy)
    t.same(fs.readdirSync(copy).filter((name) => /answers|case\.json/.test(name)), [], 'a learner gets no answers')
  })
}

t.test('the study under load found each problem and judged each cure correctly', async function (t) {
  for (const one of cases) {
    t.ok(tried(one, trials).length > 0, `${one.id} has changed since: node trials/studies/cases.js`)
    for (const { found, places, verdicts, node, beside } of tried(one, trials)) {
      const name = `${one.id}, Node ${node}, beside ${beside}`
      if (beside === 'nothing') {
        t.ok(one.illnesses.some((illness) => namesOf(illness).includes(found[0])), `${name}: the check-up finds it first, and not ${found[0]}`)
        for (const illness of one.illnesses) {
          const named = namesOf(illness).find((name) => places[name])
          if (illness.places.length) t.match(judgeAnswer(one, `${named} ${places[named]}`), { illness }, name)
        }
      }
      for (const [cure, { verdict, saw }] of Object.entries(verdicts)) {
        const meant = cure === 'solution' ? 'cured' : 'sick'
        const isAllowed = beside !== 'nothing' && verdict === 'unknown'
        t.ok(verdict === meant || isAllowed, `${name}, ${cure}: ${saw.join(' ')}`)
        const sentence = one.cures.find(({ name }) => name === cure)?.says
        if (sentence && verdict === 'sick') t.match(saw.join(' '), sentence, `${name}, ${cure}`)
      }
    }
  }
})

t.test('beside a busy core, at most one of three runs is inconclusive', async function (t) {
  for (const one of cases) {
    /** @type {Record<string, number>} */
    const unknown = {}
    for (const { verdicts } of tried(one, trials)) {
      for (const [cure, { verdict }] of Object.entries(verdicts)) {
        if (verdict === 'unknown') unknown[cure] = (unknown[cure] ?? 0) + 1
      }
    }
    t.same(Object.entries(unknown).filter(([, times]) => times > 1), [], one.id)
  }
})

t.test('a diagnosis names a finding and a line', async function (t) {
  const one = { illnesses: [{ finding: 'waiting', places: ['app.js:10-14'] }, { finding: 'memory-growth', places: ['keep.js:3-5'] }] }
  for (const right of ['waiting app.js:10', 'waiting app.js:14:7', 'waiting my-work/cases/x/app.js:12', 'memory-growth keep.js:4']) {
    t.ok(judgeAnswer(one, right).illness, right)
  }
  const wrong = {
    'waiting app.js:9': /is not at app\.js:9/,
    'waiting keep.js:4': /is not at keep\.js:4/,
    waiting: /Where is it\?/,
    'gc app.js:10': /not gc/,
    'slow app.js:10': /no finding "slow"/,
    '': /no finding ""/
  }
  for (const [answer, said] of Object.entries(wrong)) t.match(judgeAnswer(one, answer), { illness: null, said }, answer)
})

t.test('the contract reports answers that differ from before', async function (t) {
  const ok = { status: 200, type: 'application/json', body: '{"a":1}' }
  const refused = { ...ok, status: 503 }
  t.same(differences(['/a'], [[ok]], [[ok]]), [])
  t.match(differences(['/a'], [[refused]], [[ok]]), [/answer to \/a has status 503, and not 200/])
  t.match(differences(['/a'], [[{ ...ok, body: '' }]], [[ok]]), [/another body: \(empty\), and not \{"a":1\}/])
  t.match(differences(['/a'], [[{ ...ok, type: null }]], [[ok]]), [/content type null/])
  const twice = { together: ['/a', '/a'] }
  t.match(differences([twice], [[ok, refused]], [[ok, ok]]), [/\/a \(2 together\) has status 503/])
  const crowd = { crowd: '/a', times: 400 }
  t.same(differences([crowd], [[ok, refused]], [[ok, refused]]), [])
  t.match(differences([crowd], [[ok]], [[ok, refused]]), [/With 400 requests for \/a at the same time, nobody gets the status 503 any more/])
  t.match(differences([crowd], [[ok, refused]], [[ok]]), [/some responses have status 503, unlike the original/])
  const again = { repeat: '/a', times: 9 }
  t.same(differences([again], [[ok]], [[ok, refused]]), [], 'the first answer of the original is expected')
  t.match(differences([again], [[ok, refused]], [[ok, refused]]), [/\/a \(9 times\) has status 503/])
})
