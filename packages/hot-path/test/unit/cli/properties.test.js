'use strict'

// Property-based tests of command lines, statistics and files of tools. The values are the same every time; FC_SEED=2
// tries others. fast-check prints the smallest value that breaks a property.

const fs = require('fs')
const path = require('path')
const fc = require('fast-check')
const t = require('tap')
const wrk = require('../../../src/load/wrk')
const { OperationalError } = require('../../../src/util/errors')
const instruments = require('../../../src/instruments')
const { readFinding } = require('../../../src/instruments/run')
const { fromCpuProfile } = require('../../../src/source/stacks')
const { centre, ratio } = require('../../../src/verdict/statistics')
const { commandsOf } = require('../../../src/cli/commands')
const { readComparison } = require('../../../src/comparison/compare')
const { OPTIONS } = require('../../../src/cli/option-list')
const { parse } = require('../../../src/cli/options')
const { resolveConfig } = require('../../../src/config/config')
const { toSubject } = require('../../../src/config/subjects')
const { comparison } = require('../../support/comparison')

fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 1) })
const RUNS = 300
const check = (property, runs = RUNS) => fc.assert(property, { numRuns: runs })

/** Returns the value or the message of an OperationalError, on one line unless `lines`. Rethrows other errors. */
function valueOrError (act, { lines = false } = {}) {
  try {
    return { value: act() }
  } catch (err) {
    if (err instanceof OperationalError && (lines || !err.message.includes('\n'))) return { failure: err.message }
    throw err
  }
}

const hello = { title: 'hello', alias: '1', file: 'hello.js', path: '/' }
const config = resolveConfig({ subjects: { hello } }, path.resolve(__dirname, '../../fixtures/hot-path.config.js'))
const commands = commandsOf(config)

const awkward = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    ' ',
    '-',
    '--',
    '=',
    '0',
    '-0',
    '-1',
    '1e3',
    '0x10',
    '٣',
    '１',
    'NaN',
    'Infinity',
    '9'.repeat(400),
    '1%',
    '%',
    '1s',
    '../..',
    '.',
    '/',
    '\0',
    '\n',
    '$(touch x)',
    '`x`',
    ';x',
    '|x',
    '&',
    '"',
    "'",
    '\\',
    '🔥',
    '\ud800',
    '__proto__',
    'constructor',
    'toString'
  ),
  fc.double().map(String),
  fc.bigInt().map(String)
)

const bounds = {
  connections: [1, 10_000],
  workers: [1, 64],
  'expect-workers': [1, 1000],
  duration: [0.1, 3600],
  'longer-than': [20, 60_000],
  port: [0, 65_535],
  rate: [1, 100_000],
  rounds: [1, 1000],
  margin: [0, 0.5],
  alarm: [0, 1],
  budget: [1, 3600],
  'over-budget': [0, 100],
  timeline: [0, 3600]
}
const commandAndOption = fc.constantFrom(
  ...commands.flatMap((command) => command.options.map((option) => [command, option]))
)

t.test('an option is a value within its bounds, or a one-line error', async function (t) {
  check(
    fc.property(commandAndOption, fc.oneof(awkward, fc.nat().map(String)), function ([command, option], text) {
      const { value } = valueOrError(() =>
        parse(command, [...Array(command.positionals[0]).fill('1'), `--${option}=${text}`])
      )
      const read = value?.values[option]
      if (typeof read !== 'number') return !(option in bounds) || read === undefined
      const [least, most] = bounds[option]
      return read >= least && read <= most
    }),
    3000
  )
})

t.test('any command line is accepted, or rejected with a one-line error', async function (t) {
  const word = fc.oneof(
    awkward,
    fc.constantFrom(...Object.keys(OPTIONS)).map((option) => `--${option}`)
  )
  check(
    fc.property(fc.constantFrom(...commands), fc.array(word, { maxLength: 6 }), function (command, words) {
      const { value } = valueOrError(() => parse(command, words))
      if (value && !value.values.help) {
        for (const name of value.positionals) valueOrError(() => toSubject(name, { config }))
      }
    }),
    2000
  )
})

const costs = (length) => fc.array(fc.double({ min: 1e-3, max: 1e6, noNaN: true }), length)
const close = (a, b) => a === b || Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b))

t.test('an interval contains its estimate, and is independent of order and unit', async function (t) {
  check(
    fc.property(
      costs({ minLength: 1, maxLength: 30 }),
      fc.double({ min: 1e-3, max: 1e3, noNaN: true }),
      function (values, unit) {
        const { low, estimate, high } = centre(values, 0.95)
        const turned = centre(values.toReversed(), 0.95)
        const scaled = centre(
          values.map((value) => value * unit),
          0.95
        )
        return (
          low <= estimate &&
          estimate <= high &&
          close(turned.low, low) &&
          close(turned.high, high) &&
          close(scaled.estimate, unit * estimate) &&
          (!Number.isFinite(low) || close(scaled.low, unit * low))
        )
      }
    )
  )
})

t.test('a ratio with exchanged sides is the inverse', async function (t) {
  check(
    fc.property(
      fc.array(fc.tuple(...Array(2).fill(fc.double({ min: 1e-3, max: 1e6, noNaN: true }))), {
        minLength: 1,
        maxLength: 20
      }),
      function (pairs) {
        const [above, below] = [0, 1].map((i) => pairs.map((pair) => pair[i]))
        const there = ratio(above, below, 0.95)
        const back = ratio(below, above, 0.95)
        return (
          close(there.estimate * back.estimate, 1) && (!Number.isFinite(there.high) || close(there.low * back.high, 1))
        )
      }
    )
  )
})

t.test('values that are not finite are rejected', async function (t) {
  check(
    fc.property(
      fc.array(fc.double()),
      fc.constantFrom(NaN, Infinity, -Infinity),
      fc.nat(),
      function (values, wrong, at) {
        const spoilt = values.toSpliced(at % (values.length + 1), 0, wrong)
        try {
          centre(spoilt, 0.95)
          return false
        } catch (err) {
          return err instanceof RangeError
        }
      }
    )
  )
})

/** Returns a copy of a record with one of its values, at any depth, replaced. */
function spoil (record, steps, value) {
  const copy = structuredClone(record)
  let at = copy
  for (let i = 0; ; i++) {
    const keys = Object.keys(at)
    const key = keys[steps[i % steps.length] % keys.length]
    if (i >= steps.length || typeof at[key] !== 'object' || at[key] === null || Object.keys(at[key]).length === 0) {
      at[key] = value
      return copy
    }
    at = at[key]
  }
}

const steps = fc.array(fc.nat(), { minLength: 1, maxLength: 8 })
/** Returns a text that is cut off or partly overwritten, as by a full disk or a killed run. */
const damaged = (text) =>
  fc.oneof(
    fc.nat(text.length).map((end) => text.slice(0, end)),
    fc
      .tuple(fc.nat(text.length), fc.string({ unit: 'binary' }))
      .map(([at, noise]) => text.slice(0, at) + noise + text.slice(at + noise.length))
  )

t.test('a damaged comparison is drawn, or rejected with a one-line error', async function (t) {
  const whole = comparison({ one: { cpuUs: 90 }, two: { cpuUs: 30 } })
  const file = path.join(t.testdir(), 'session.json')
  const read = (text) => {
    fs.writeFileSync(file, text)
    valueOrError(() => readComparison(file))
  }
  check(fc.property(damaged(JSON.stringify(whole)), read), 40)
  check(
    fc.property(steps, fc.jsonValue(), (steps, value) => read(JSON.stringify(spoil(whole, steps, value)))),
    40
  )
})

t.test("a load generator's damaged table is read, or rejected with an error", async function (t) {
  const whole =
    'Running 2s test\n  102620 requests in 2.00s, 1.00GB read\nRequests/sec:  51310.45\nTransfer/sec:    512.35MB\nhot-path summary 2000123 102620\nhot-path latency 1000 51310\nhot-path latency 9000 51310\n'
  wrk.read(whole, 100)
  check(
    fc.property(damaged(whole), (text) => {
      valueOrError(() => wrk.read(text, 100), { lines: true })
    })
  )
})

t.test('a damaged package.json starts a server, or is rejected with an error', async function (t) {
  const folder = t.testdir({ 'server.js': '', 'package.json': '' })
  const whole = { name: 'x', scripts: { start: 'PORT=1 node --no-warnings server.js' } }
  const read = (text) => {
    fs.writeFileSync(path.join(folder, 'package.json'), text)
    valueOrError(() => toSubject(folder), { lines: true }) // the message quotes the script as written
  }
  read(JSON.stringify(whole))
  check(fc.property(damaged(JSON.stringify(whole)), read))
  check(fc.property(steps, fc.jsonValue(), (steps, value) => read(JSON.stringify(spoil(whole, steps, value)))))
})

t.test('a profile in which a function is its own caller is rejected', async function (t) {
  const callFrame = { functionName: 'a', url: '', lineNumber: 0 }
  t.throws(
    () => fromCpuProfile({ nodes: [{ id: 1, callFrame, children: [1] }], samples: [1, 1], timeDeltas: [0, 9] }),
    { message: /its own caller/ }
  )
})

const ticks = [
  [
    { name: '(anonymous) /app/server.js:3:7', type: 'JS' },
    { name: 'write', type: 'CPP' }
  ]
]
const profile = {
  nodes: [
    { id: 1, callFrame: { functionName: '(root)', url: '', lineNumber: -1 }, children: [2] },
    { id: 2, callFrame: { functionName: 'answer', url: 'file:///app/server.js', lineNumber: 3 } }
  ],
  samples: [2, 2, 1],
  timeDeltas: [0, 100, 100]
}
const analysis = {
  issueCategory: 'gc',
  issues: { delay: 'none', cpu: 'none', memory: { heapTotal: 'performance' }, handles: 'none' }
}
const left = {
  doctor: ['analysis.json', analysis],
  flame: ['flame.clinic-flame/flame.clinic-flame-samples', ticks],
  '0x': ['ticks/ticks.json', ticks],
  'cpu-profile': ['cpu-profile.cpuprofile', profile]
}
for (const [name, [file, whole]] of Object.entries(left)) {
  t.test(`a damaged file of ${name} is read, or rejected with a one-line error`, async function (t) {
    const folder = t.testdir()
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    const subject = toSubject('1', { config })
    const read = async (text) => {
      fs.writeFileSync(path.join(folder, file), text)
      try {
        instruments[name].format(await readFinding(instruments[name], folder, subject))
      } catch (err) {
        if (!(err instanceof OperationalError) || err.message.includes('\n')) throw err
      }
    }
    await read(JSON.stringify(whole))
    await fc.assert(fc.asyncProperty(damaged(JSON.stringify(whole)), read), { numRuns: 100 })
    await fc.assert(
      fc.asyncProperty(steps, fc.jsonValue(), (steps, value) => read(JSON.stringify(spoil(whole, steps, value)))),
      { numRuns: 100 }
    )
  })
}
