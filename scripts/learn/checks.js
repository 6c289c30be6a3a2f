'use strict'

// What `learn check` looks at, chapter by chapter: counts, and what the learner's own runs have left. A clock is read
// only where the chapter is about one, and then no limit is set.

const { execFileSync } = require('child_process')
const fs = require('fs')
const path = require('path')
const { OperationalError } = require('hot-path/base/operational-error')
const { rounded } = require('hot-path/base/numbers')
const { readKept, schemaOf } = require('hot-path/cli/kept')
const { countsOf } = require('./counts')
const { throughputOf } = require('./throughput')

/**
 * @typedef {object} Context
 * @property {string} answer what was typed behind `check`
 * @property {string} bet
 * @property {string} root of the project
 * @property {string} reports directory
 * @property {string} fix the learner's own copy of step 1
 * @property {import('hot-path/cli/config-file').ResolvedConfig} config
 *
 * @typedef {object} Outcome
 * @property {boolean} isPassed
 * @property {string[]} saw sentences
 * @property {string} [expected] where it did not pass: what would have
 * @property {string} [measured] what the bet is compared with
 * @property {string | null} [busy] who disturbed it
 *
 * @typedef {object} Check
 * @property {string} [asks] what the learner has to answer
 * @property {number} [seconds] that it takes, where that is long
 * @property {(context: Context) => Promise<Outcome>} check
 */

const REQUESTS = 50

/** @type {Record<number, Check>} by the number of the chapter */
const checks = {
  1: {
    async check ({ root }) {
      const said = run(root, ['packages/hot-path/bin/hot-path.js', 'ready'])
      const isPassed = /^Ready\.$/m.test(said)
      const told = said.trim().split('\n').filter((line) => !line.startsWith('ok'))
      return { isPassed, saw: told, expected: 'a last line that says "Ready."' }
    }
  },
  2: {
    seconds: 12,
    async check ({ bet, ...context }) {
      const { requestsPerSecond, latencyMs, busy } = await throughputOf('1', { seconds: 10, ...context })
      const measured = `${rounded(requestsPerSecond)} requests a second`
      return {
        isPassed: true,
        saw: [
          `Step 1 answered ${measured} in ten seconds; half of the requests waited for ${rounded(latencyMs.p50)} ms or longer.`,
          ...comparedWith(bet, requestsPerSecond)
        ],
        measured,
        busy
      }
    }
  },
  3: {
    asks: "What is Clinic Doctor's verdict, in one word?",
    async check ({ answer, reports }) {
      const { issue, explainedBy, disturbance } = lastOf(reports, ['01-slow/doctor.json'], 'npm run step:1', shapeOf('DoctorRecord', ['issue']))
      const saw = [`Your last run of Clinic Doctor on step 1 said: ${issue}.`]
      if (issue !== 'event-loop' || explainedBy) {
        const expected = 'a run that is not disturbed: run npm run step:1 again. WORKSHOP.md, "If you see something else", says why that can be.'
        return { isPassed: false, saw, expected, busy: disturbance?.sentence ?? null }
      }
      const isPassed = plain(answer) === plain(issue)
      return { isPassed, saw, expected: 'the word behind "Clinic Doctor says:"', measured: issue }
    }
  },
  4: {
    asks: 'With which status does the protected server refuse?',
    async check ({ answer, root }) {
      const status = Number(run(root, [path.join(__dirname, 'refusal.js')]))
      return {
        isPassed: sameNumbers(answer, [status]),
        saw: ['overload-protection answers that at once, and the client may come back.'],
        expected: 'the status of HTTP for a service that is unavailable',
        measured: String(status)
      }
    }
  },
  5: {
    seconds: 3,
    async check ({ root }) {
      const [last] = run(root, ['experiments/blocked-timer/index.js']).trim().split('\n').slice(-1)
      const [, workMs, askedMs, actualMs] = last.trim().split(/\s+/).map(Number)
      return {
        isPassed: actualMs >= workMs,
        saw: [
          `The timer was asked to fire after ${askedMs} ms. The program computed for ${workMs} ms, and it fired after ${actualMs} ms.`,
          'For a program that computes for 500 ms that is: after 500 ms.'
        ],
        expected: 'a timer that waits for the work',
        measured: `${actualMs} ms for ${workMs} ms of work`
      }
    }
  },
  6: {
    asks: 'Which function of the application is the hottest? Its file and line, such as app.js:12',
    async check ({ answer, reports }) {
      const profiles = ['flame', '0x', 'cpu-profile'].map((name) => `01-slow/${name}.json`)
      const { hottest } = lastOf(reports, profiles, 'npm run flame 1', shapeOf('ProfileRecord', ['hottest']))
      const app = hottest.find((/** @type {any} */ { kind, file }) => kind === 'app' && file)
      const place = app ? `${path.basename(app.file)}:${app.line}` : 'nothing of the application'
      return {
        isPassed: answer.trim().split(/[\s,]+/).some((word) => word === place || word.endsWith(`/${place}`)),
        saw: app ? [`Your last profile of step 1 has ${rounded(app.total)} % of the time in that function and what it calls.`] : [],
        expected: 'the first line of the table that is marked "app": the file and the number behind it',
        measured: place
      }
    }
  },
  7: {
    asks: 'How often does the listener run for the fiftieth request: of step 1, and of step 2? Two numbers.',
    async check ({ answer, ...context }) {
      const [slow, fixed] = [await listenersOf('1', context), await listenersOf('2', context)]
      return {
        isPassed: sameNumbers(answer, [slow, fixed]),
        saw: [`After ${REQUESTS} requests, step 1 had ${slow} listeners for "after", and step 2 had ${fixed}. Each runs for each request.`],
        expected: 'two numbers; npm run how-often shows them for other requests',
        measured: `${slow} and ${fixed}`
      }
    }
  },
  8: {
    asks: 'Which line of steps/01-slow/util.js is wrong? Its number.',
    async check ({ answer, root }) {
      const lines = fs.readFileSync(path.join(root, 'steps/01-slow/util.js'), 'utf8').split('\n')
      const line = lines.findIndex((text) => text.includes('if (attachAfterEvent === true)')) + 1
      return {
        isPassed: sameNumbers(answer.replace(/^.*:/, ''), [line]),
        saw: [`Line ${numberIn(answer) ?? '?'} is: ${lines[(numberIn(answer) ?? 0) - 1]?.trim() || '(empty)'}`],
        expected: 'the line that should keep the listener from being attached twice',
        measured: `line ${line}`
      }
    }
  },
  9: {
    seconds: 15,
    async check ({ bet, ...context }) {
      const { fix } = context
      if (!fs.existsSync(path.join(fix, 'index.js'))) {
        return { isPassed: false, saw: ['There is no copy to repair yet.'], expected: 'npm run learn start, and then your change' }
      }
      const mistakes = await mistakesIn(context)
      if (mistakes.length > 0) return { isPassed: false, saw: mistakes, expected: 'one listener after 50 requests, the same answers as before, and Node free to warn' }
      const [before, after] = [await throughputOf('1', { seconds: 5, ...context }), await throughputOf(path.join(fix, 'index.js'), { seconds: 5, ...context })]
      const factor = after.requestsPerSecond / before.requestsPerSecond
      return {
        isPassed: true,
        saw: [
          `After ${REQUESTS} requests there is one listener, and the answers are as they were.`,
          `In five seconds each: ${rounded(before.requestsPerSecond)} requests a second before, ${rounded(after.requestsPerSecond)} after, ${rounded(factor)} times as many.`,
          ...comparedWith(bet, factor)
        ],
        measured: `${rounded(factor)} times`,
        busy: before.busy ?? after.busy
      }
    }
  },
  10: {
    seconds: 12,
    async check ({ bet, ...context }) {
      const goal = goalIn(bet)
      if (!goal) {
        return {
          isPassed: false,
          saw: [`Your goal is: ${bet}`],
          expected: 'a number and its unit, such as 4000 requests a second, ten times, a p99 of 50 ms, half the CPU. To bet again: npm run learn bet'
        }
      }
      /** @type {Throughput[]} */
      const measured = []
      for (const step of ['1', '2', '3']) measured.push(await throughputOf(step, { seconds: 3, ...context }))
      return {
        isPassed: true,
        saw: measured.map((step, i) => `Step ${i + 1} ${goal(step, measured)}.`),
        measured: measured.map(({ requestsPerSecond }) => rounded(requestsPerSecond)).join(', '),
        busy: measured.find(({ busy }) => busy)?.busy ?? null
      }
    }
  },
  11: {
    asks: 'For one request of step 2: how often is something turned into JSON, and how often hashed? Two numbers.',
    async check ({ answer, ...context }) {
      const per = async function (/** @type {string} */ step) {
        const few = await countsOf(step, { requests: 10, ...context })
        const more = await countsOf(step, { requests: 20, ...context })
        return [(more.counts.serialised - few.counts.serialised) / 10, (more.counts.hashes - few.counts.hashes) / 10]
      }
      const [fixed, optimized] = [await per('2'), await per('3')]
      return {
        isPassed: sameNumbers(answer, fixed),
        saw: [`For one request, step 3 turns something into JSON ${optimized[0]} times, and hashes ${optimized[1]} times.`],
        expected: 'two numbers: count in steps/02-fixed-listener, from send() to the listener',
        measured: fixed.join(' and ')
      }
    }
  },
  12: {
    asks: 'Which of these would have seen the bug first: the linter, the warning, the gate, the profile?',
    async check ({ answer, ...context }) {
      const mistakes = fs.existsSync(path.join(context.fix, 'index.js')) ? await mistakesIn(context) : []
      return {
        isPassed: /lint/i.test(answer) && !/warning|gate|profile/i.test(answer) && mistakes.length === 0,
        saw: ['eslint.config.js switches no-unused-vars off for step 1: afterEventAttached is assigned, and never read.', ...mistakes],
        expected: 'the one that needs no request at all; and your fix has to be as it was in chapter 9',
        measured: 'the linter'
      }
    }
  },
  13: {
    asks: 'On which line of experiments/connection-pool/app.js do requests wait the longest? Its number.',
    seconds: 5,
    async check ({ answer, bet, ...context }) {
      const shape = shapeOf('WaitsRecord', ['places'])
      const { places } = lastOf(context.reports, ['connection-pool/waits.json'], 'npm run waits connection-pool', shape)
      const line = places[0]?.line ?? null
      const { latencyMs, busy } = await throughputOf('connection-pool', { seconds: 3, ...context })
      return {
        isPassed: line !== null && sameNumbers(answer.replace(/^.*:/, ''), [line]),
        saw: [`A request waited for ${rounded(latencyMs.mean)} ms on average.`, ...comparedWith(bet, latencyMs.mean)],
        expected: 'the line of the first place that npm run waits connection-pool names',
        measured: `${rounded(latencyMs.mean)} ms`,
        busy
      }
    }
  },
  14: {
    asks: 'Which collection grows? Its name.',
    async check ({ answer, bet, reports }) {
      const { kept } = lastOf(reports, ['sessions/heap.json'], 'npm run heap sessions', shapeOf('HeapRecord', ['kept']))
      const [, name] = /^(\S+) \(an? \w+\) keeps/.exec(kept?.places?.[0]?.why ?? '') ?? []
      return {
        isPassed: name !== undefined && plain(answer) === plain(name),
        saw: [
          `In your last run, each request left ${rounded(kept.bytesPerRequest)} bytes behind.`,
          ...comparedWith(bet, kept.bytesPerRequest)
        ],
        expected: 'the name in front of "keeps", in what npm run heap sessions says',
        measured: `${rounded(kept.bytesPerRequest)} bytes`
      }
    }
  },
  15: {
    asks: 'What does the check-up say of passwords-in-pool? One word.',
    seconds: 8,
    async check ({ answer, bet, ...context }) {
      const { findings } = lastOf(
        context.reports,
        ['passwords-in-pool/checkup.json'],
        'npm run checkup passwords-in-pool',
        shapeOf('CheckupRecord', ['findings'])
      )
      const inLoop = await throughputOf('passwords', { seconds: 3, ...context })
      const inPool = await throughputOf('passwords-in-pool', { seconds: 3, ...context })
      const factor = inPool.requestsPerSecond / inLoop.requestsPerSecond
      return {
        isPassed: plain(answer) === plain(findings[0]?.name ?? '?'),
        saw: [`The second one answered ${rounded(factor)} times as many requests.`, ...comparedWith(bet, factor)],
        expected: 'the word behind "The check-up says:"',
        measured: `${rounded(factor)} times`,
        busy: inLoop.busy ?? inPool.busy
      }
    }
  }
}

/**
 * @param {Omit<Context, 'bet' | 'answer'>} context
 * @returns {Promise<string[]>} what is wrong with the learner's copy
 */
async function mistakesIn (context) {
  const { fix } = context
  let mine
  try {
    mine = await countsOf(path.join(fix, 'index.js'), { requests: REQUESTS, ...context })
  } catch (err) {
    if (err instanceof OperationalError) return [err.message] // it does not start, or hangs
    throw err
  }
  const meant = await countsOf('2', { requests: REQUESTS, ...context })
  const { afterListeners } = mine.counts
  const isSilenced = /defaultMaxListeners\s*=\s*Infinity/.test(fs.readFileSync(path.join(fix, 'util.js'), 'utf8'))
  return [
    ...(afterListeners > 1 ? [`After ${REQUESTS} requests there are ${afterListeners} listeners for "after". One was planned.`] : []),
    ...differences(mine.answers, meant.answers),
    ...(isSilenced ? ['The line that silences the warning is still there: defaultMaxListeners = Infinity.'] : [])
  ]
}

/**
 * @param {import('./counts').Answer[]} mine
 * @param {import('./counts').Answer[]} meant
 * @returns {string[]} in what the answers are not those that people rely on
 */
function differences (mine, meant) {
  const [last, planned] = [mine.at(-1), meant.at(-1)]
  if (!last || !planned) return []
  if (last.status !== planned.status) return [`The answer has the status ${last.status}, and not ${planned.status}.`]
  return [
    ...(String(last.keys) === String(planned.keys) ? [] : [`The answer has ${last.keys.join(', ') || 'no JSON'}, and not ${planned.keys.join(', ')}.`]),
    ...(Boolean(last.etag) === Boolean(planned.etag) ? [] : ['The answer has no ETag any more: somebody has to note it.'])
  ]
}

/**
 * @param {string} step
 * @param {Omit<Context, 'bet' | 'answer'>} context
 */
async function listenersOf (step, context) {
  return (await countsOf(step, { requests: REQUESTS, ...context })).counts.afterListeners
}

/**
 * @param {string} record see records.d.ts of hot-path
 * @param {string[]} needs
 */
function shapeOf (record, needs) {
  return schemaOf(record, needs, { older: true })
}

/**
 * @param {string} reports
 * @param {string[]} names of records, relative to it
 * @param {string} command that leaves one
 * @param {object} shape of it, a JSON Schema
 * @returns {any} the newest
 * @throws {OperationalError} where there is none, or it is something else
 */
function lastOf (reports, names, command, shape) {
  const [newest] = names
    .map((name) => path.join(reports, name))
    .filter((file) => fs.existsSync(file))
    .sort((a, b) => fs.statSync(b).mtimeMs - fs.statSync(a).mtimeMs)
  if (!newest) throw new OperationalError(`there is no report to look at yet. Run: ${command}`)
  try {
    return readKept(newest, shape)
  } catch (err) {
    throw new OperationalError(`${/** @type {Error} */ (err).message} Run again: ${command}`, { cause: err })
  }
}

/**
 * @param {string} root
 * @param {string[]} args of node
 * @returns {string} what it prints, however it ends
 */
function run (root, args) {
  try {
    return execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  } catch (err) {
    return String(/** @type {any} */ (err).stdout ?? '')
  }
}

/**
 * @param {string} bet
 * @param {number} value
 * @returns {string[]} how far the bet was from it; nothing of a bet without a number
 */
function comparedWith (bet, value) {
  const number = numberIn(bet)
  if (!number || !(value > 0)) return []
  const factor = Math.max(number / value, value / number)
  if (factor < 1.5) return ['Your bet was close.']
  return [`Your bet was ${rounded(factor)} times too ${number > value ? 'high' : 'low'}.`]
}

const WORDS = new Map(
  Object.entries({ half: 0.5, twice: 2, two: 2, three: 3, four: 4, five: 5, ten: 10, hundred: 100, thousand: 1000 })
)

/**
 * @param {string} text such as "about 5,000 a second", "10k", "ten times"
 * @returns {number | null} the first number in it, in figures or else in words
 */
function numberIn (text) {
  const [, digits, thousand] = /(\d[\d,_ ]*(?:\.\d+)?)\s*(k\b)?/i.exec(text) ?? []
  if (digits) return Number(digits.replace(/[,_ ]/g, '')) * (thousand ? 1000 : 1)
  const word = text.toLowerCase().match(/[a-z]+/g)?.find((word) => WORDS.has(word))
  return WORDS.get(word ?? '') ?? null
}

/** @typedef {import('./throughput').Throughput} Throughput */

/**
 * @param {string} bet such as "4,000 requests a second", "ten times faster", "a p99 of 50 ms", "half the CPU"
 * @returns {((measured: Throughput, all: Throughput[]) => string) | null} the end of a sentence about one step, given
 *   all three. Null where the goal has no number, or no unit that can be measured here
 */
function goalIn (bet) {
  const value = numberIn(bet)
  if (!value) return null
  if (/\d\s*ms\b|millisecond/i.test(bet)) {
    return ({ latencyMs: { p99 } }) => `needs a p99 of ${rounded(value)} ms or less, has ${rounded(p99)} ms: ${met(p99 <= value)}`
  }
  if (/\bcpu\b/i.test(bet)) {
    const share = value < 1 ? value : 1 / value
    return function ({ cpuUs }, [, { cpuUs: now }]) {
      if (cpuUs === null || now === null) return 'cannot be judged: this system does not tell the CPU of a process'
      return `needs ${rounded(share * now)} µs of CPU per request or less, has ${rounded(cpuUs)}: ${met(cpuUs <= share * now)}`
    }
  }
  const isFactor = /\b(times|twice)\b|\d\s*x\b|fold\b/i.test(bet)
  if (!isFactor && !/second|\/\s*s\b|req|rps/i.test(bet)) return null
  return function ({ requestsPerSecond }, [before]) {
    const needed = isFactor ? value * before.requestsPerSecond : value
    return `needs ${rounded(needed)}, has ${rounded(requestsPerSecond)} requests a second: ${met(requestsPerSecond >= needed)}`
  }
}

/** @param {boolean} isMet */
function met (isMet) {
  return isMet ? 'met' : 'not met'
}

/**
 * @param {string} answer
 * @param {number[]} numbers
 */
function sameNumbers (answer, numbers) {
  const given = (answer.match(/\d+(?:\.\d+)?/g) ?? []).map(Number)
  return given.length === numbers.length && given.every((number, i) => number === numbers[i])
}

/** @param {string} text */
function plain (text) {
  return text.toLowerCase().replace(/[^a-z]/g, '')
}

module.exports = { checks, comparedWith, goalIn, numberIn }
