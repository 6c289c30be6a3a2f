'use strict'

// A history of commits, each 2 % slower than the one before: no gate fails by itself, but the history shows it. Real
// repository and servers; the measurement is synthetic, so that the result is the same everywhere.

const fs = require('fs')
const path = require('path')
const t = require('tap')
const { gateAll } = require('../../../src/gate/gate')
const { allToMarkdown, allToTerminal, overall } = require('../../../src/gate/text')
const { scratchRepository } = require('../../support/scratch-repository')
const { gateSamples } = require('../../support/noise')
const { hotPath } = require('../../support/helper')

const SERVER = "require('http').createServer((_, res) => res.end('ok')).listen(process.env.PORT, process.env.HOST)\n"
const EACH = 1.02
const OPTIONS = { margin: 0.02, alarm: 0.1, connections: 5, driver: 'built-in', budget: 60, 'no-places': true, args: [] }

t.setTimeout(120_000)

t.test('five times 2 % are seen by the history, and by no single gate', async function (t) {
  const { folder, git } = scratchRepository(t, { 'server.js': SERVER })
  const history = path.join(folder, 'gates.jsonl')
  const ageOf = (revision) => Number(git('rev-list', '--count', `${revision}..HEAD`))
  const said = []
  const gate = async function (seed) {
    const measure = async ([{ file }]) => {
      const [, revision] = /at (\S+)$/.exec(file)
      const ratio = EACH ** Math.min(5, ageOf(revision))
      const samples = gateSamples({ seed: 100 * seed + ageOf(revision), slowdown: ratio, spread: 0.03 })
      return { samples, machine: { cores: 2 } }
    }
    const values = { ...OPTIONS, baseline: ['git:HEAD~1'], candidate: [path.join(folder, 'server.js')], history }
    const directory = fs.mkdtempSync(path.join(folder, '.run-'))
    return gateAll(values, { directory, reports: path.join(folder, 'reports'), say: (text) => said.push(text), measure })
  }
  const verdicts = []
  let last
  for (let i = 1; i <= 5; i++) {
    git('commit', '--quiet', '--allow-empty', '-m', `slower ${i}`)
    last = await gate(i)
    verdicts.push(last.map(({ result }) => result.verdict))
    if (last.length > 1) break
  }
  t.notMatch(verdicts.map(([own]) => own), ['fails'], 'no gate fails by itself')
  t.equal(last.length, 2, 'the history suspects the last gates together')
  t.match(last[1].name, /since [0-9a-f]{7}$/)
  t.equal(last[1].result.verdict, 'fails', 'and a gate against the commit before them proves it')
  t.equal(overall(last), 'fails')
  t.match(said.join('\n'), /the last \d gates together look like a slowdown\. Measuring against the commit before them, [0-9a-f]{7}\./)
  t.match(allToTerminal(last, OPTIONS), /^History: 1\.\d\d times \[1\.\d\d \.\. 1\.\d\d\] the CPU per request of [0-9a-f]{7}, after \d gates?\.$/m)
  t.match(allToMarkdown(last, OPTIONS), /^History: 1\./m)
  const kept = fs.readFileSync(history, 'utf8').trim().split('\n').map((line) => JSON.parse(line))
  t.equal(kept.length, verdicts.length + 1, 'all gates are kept, also the direct one')
  t.equal(kept.at(-1).candidate, git('rev-parse', 'HEAD'))
})

t.test('a history needs commits', async function (t) {
  const { folder, write } = scratchRepository(t, { 'server.js': SERVER })
  const gate = (...args) => hotPath(['gate', '--candidate=server.js', '--history=gates.jsonl', ...args], { cwd: folder })
  t.match(await gate('--baseline=server.js'), { status: 2, stderr: /--history holds commits, so it needs --baseline=git:REV\./ })
  write('server.js', `// changed\n${SERVER}`)
  t.match(await gate('--baseline=git:HEAD'), { status: 2, stderr: /--history holds commits, but server\.js is not committed\./ })
  write('gates.jsonl', 'something else\n')
  t.match(await gate('--baseline=git:HEAD'), { status: 2, stderr: /gates\.jsonl is not a history of gates: line 1 is something else\./ })
  t.equal(fs.readFileSync(path.join(folder, 'gates.jsonl'), 'utf8'), 'something else\n', 'nothing is lost')
})
