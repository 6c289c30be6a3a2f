'use strict'

// Damaged or maliciously crafted files: each reader reads them, or rejects them with a one-line error.
// FC_SEED=2 tries other values; READERS_SEEDS=1000 tries a thousand seeds.

const fs = require('fs')
const path = require('path')
const fc = require('fast-check')
const { OperationalError } = require('../../src/util/errors')

const SEEDS = Number(process.env.READERS_SEEDS ?? 1)
const SEED = Number(process.env.FC_SEED ?? 1)
const RUNS = 200
const TIMEOUT_MS = 1000 * (60 + 60 * SEEDS)
const MARKUP = '</script><img src=x onerror=alert(1)>"\'`$' + '{x}'

/** What Flame leaves, whole. */
const FLAME = {
  subject: 'server',
  file: 'server.js',
  date: '2026-11-24T11:00:00.000Z',
  workload: { path: '/' },
  hottest: [{ name: 'answer', file: 'server.js', line: 4, kind: 'app', self: 60, total: 80, native: 0 }],
  other: { garbageCollector: 10, program: 20 },
  weight: 100
}

const hostile = fc.oneof(
  fc.constantFrom(
    MARKUP,
    `\u001b]8;;http://x\u0007\u202e${MARKUP}`,
    '\ud800',
    '\0',
    '../../../etc/passwd',
    '__proto__',
    'constructor',
    'toString',
    null,
    true,
    0,
    -1,
    1e308,
    2 ** 53,
    0.5,
    '',
    [],
    {},
    [[[]]],
    { toString: 1, valueOf: 1 },
    { length: 1e9 },
    { then: 'x' },
    [null],
    JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')
  ),
  fc.jsonValue(),
  fc.constant(null).map(() => Array.from({ length: 1000 }, (_, i) => i)),
  fc.constant(null).map(() => 'x'.repeat(100_000))
)
const steps = fc.array(fc.nat(), { minLength: 1, maxLength: 10 })

/** Returns a copy of a value with a part, at any depth, replaced, removed or added. */
function spoilt (whole, steps, value, how) {
  const holder = { whole: structuredClone(whole) }
  let [at, key] = [holder, 'whole']
  for (const step of steps) {
    const inner = at[key]
    if (typeof inner !== 'object' || inner === null || Object.keys(inner).length === 0) break
    const keys = Object.keys(inner)
    at = inner
    key = keys[step % keys.length]
  }
  if (how === 'remove') delete at[key]
  else if (how === 'add') define(at, '__proto__', value)
  else define(at, key, value)
  return holder.whole
}

function define (object, name, value) {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
}

/** Generates damaged or hostile texts from a valid value. */
function texts (whole) {
  const text = JSON.stringify(whole)
  return fc.oneof(
    { weight: 6, arbitrary: fc.tuple(steps, hostile, fc.constantFrom('replace', 'replace', 'remove', 'add')).map(([steps, value, how]) => JSON.stringify(spoilt(whole, steps, value, how)) ?? '') },
    { weight: 1, arbitrary: hostile.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.nat(text.length).map((end) => text.slice(0, end)) },
    { weight: 1, arbitrary: fc.tuple(fc.nat(text.length), fc.string({ unit: 'binary' })).map(([at, noise]) => text.slice(0, at) + noise + text.slice(at + noise.length)) },
    { weight: 1, arbitrary: fc.constantFrom('', '[', '['.repeat(50_000), '{"a":'.repeat(50_000), '\ufeff{}', '1e999', 'null', text + text) }
  )
}

/**
 * @param t the test
 * @param {Record<string, { file: string, whole: unknown, read: (place: { file: string, folder: string }) => unknown,
 *   canDoWithout?: boolean }>} readers by the name of what they read; each is tested with damaged copies of `whole`
 */
function tryReaders (t, readers) {
  for (const [what, { file: name, whole, read, canDoWithout = false }] of Object.entries(readers)) {
    t.test(`${what} that is damaged or hostile is read or rejected`, async function (t) {
      const folder = t.testdir({ 'server.js': '' })
      const file = path.join(folder, name)
      fs.mkdirSync(path.dirname(file), { recursive: true })
      const attempt = async function (text) {
        fs.writeFileSync(file, text)
        const seen = await sentenceOr(() => read({ file, folder }))
        if (typeof seen === 'string' && seen.includes('<img src=x')) throw new Error('the markup of a field stands in the page')
        if ({}.polluted !== undefined || [].polluted !== undefined) throw new Error('it has changed all objects')
      }
      await attempt(JSON.stringify(whole))
      t.notMatch(await sentenceOr(() => read({ file, folder })), OperationalError, 'as it should be, it is read')
      const property = fc.asyncProperty(texts(whole), attempt)
      for (let seed = SEED; seed < SEED + SEEDS; seed++) await fc.assert(property, { seed, numRuns: RUNS })
      if (canDoWithout) return
      fs.truncateSync(file, 0)
      fs.truncateSync(file, 600e6) // a sparse file
      t.match(await sentenceOr(() => read({ file, folder })), OperationalError, 'too large')
    })
  }
}

/** @returns {Promise<unknown>} the value read, or a one-line OperationalError */
async function sentenceOr (read) {
  try {
    return await read()
  } catch (err) {
    if (err instanceof OperationalError && !err.message.includes('\n')) return err
    throw err
  }
}

module.exports = { FLAME, TIMEOUT_MS, tryReaders }
