'use strict'

// The checks of `learn check`, by chapter. They use counts and the records of the learner's own runs. Time is measured
// only in chapters about time, without a fixed limit.

const { execFileSync } = require('child_process')
const fs = require('fs')
const path = require('path')
const { OperationalError } = require('hot-path')
const { median, readKept, schemaOf } = require('hot-path/testing')
const { rounded } = require('hot-path/reporting')
const { countsOf } = require('./counts')
const { EXAMPLES, goalIn, judged } = require('./goal')
const { comparedWith, numberIn, numbersIn, sameNumbers } = require('./numbers')
const { throughputOf } = require('./throughput')

/**
 * @typedef {object} Context
 * @property {string} answer text typed after `check`
 * @property {string} bet
 * @property {string} root of the project
 * @property {string} reports directory
 * @property {string} fix the learner's own copy of step 1
 * @property {Date} since time of the bet: older reports belong to another chapter
 * @property {import('hot-path').ResolvedConfig} config
 *
 * @typedef {object} Outcome
 * @property {boolean} isPassed
 * @property {string[]} saw sentences shown after passing: they may contain the answer
 * @property {string} [pointer] if not passed: what to look at, without the answer
 * @property {string} [expected] if not passed: the form of the answer
 * @property {string} [measured] value that the bet is compared with
 * @property {string | null} [busy] sentence about interference
 *
 * @typedef {object} Check
 * @property {string} [asks] question for the learner
 * @property {number} [seconds] duration of a long check
 * @property {(bet: string) => string | null} [reads] returns an example if the bet cannot be judged, else null
 * @property {(context: Context) => Promise<Outcome>} check
 */

const REQUESTS = 50
// Accepted answers in ms: a timer blocked by 500 ms of work fires slightly after that.
const BLOCKED = { least: 490, most: 650 }
// Relative tolerance for a number read from a table or a chart.
const NEAR = 0.1
const LISTENERS = 'npm run how-often counts at the first, the tenth and the hundredth request. Which count grows, and by how much?'
const COUNT = 'Read steps/02-fixed-listener, from res.send() to the listener, and count.'
const GATE = 'npx hot-path gate --baseline=my-work/fix/index.js --candidate=steps/01-slow/index.js --path=/seed/v1'

/** @param {string} example */
const withNumber = (example) => (/** @type {string} */ text) => (numberIn(text) === null ? `a number, such as ${example}` : null)

/** @type {Record<number, Check>} by chapter number */
const checks = {
  1: {
    async check ({ root }) {
      const said = run(root, ['packages/hot-path/bin/hot-path.js', 'ready'])
      const isPassed = /^Ready\.$/m.test(said)
      const told = said.trim().split('\n').filter((line) => !line.startsWith('ok'))
      return { isPassed, saw: told, pointer: told.join(' '), expected: 'a last line that says "Ready."' }
    }
  },
  2: {
    reads: withNumber('500'),
    seconds: 12,
    async check ({ bet, ...context }) {
      const { requestsPerSecond, halves, latencyMs, busy } = await throughputOf('1', { seconds: 10, ...context })
      const measured = `${rounded(requestsPerSecond)} requests a second`
      return {
        isPassed: true,
        saw: [
          `Step 1 answered ${measured} over ten seconds; half of the requests took ${rounded(latencyMs.p50)} ms or longer.`,
          `In the first five seconds: ${rounded(halves[0])} requests a second. In the last five: ${rounded(halves[1])}.`,
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
        const expected = 'a run without interference. Run npm run step:1 again. For the causes, see "If you see something else" in WORKSHOP.md'
        return { isPassed: false, saw: [], pointer: saw[0], expected, busy: disturbance?.sentence ?? null }
      }
      const isPassed = plain(answer) === plain(issue)
      return { isPassed, saw, pointer: 'The verdict is in the output of your last run, and above the charts of Clinic Doctor.', expected: 'the word after "Clinic Doctor says:"', measured: issue }
    }
  },
  4: {
    asks: 'In your run: what was the p99 latency with overload-protection, in milliseconds? A number.',
    async check ({ answer, reports, since }) {
      const samples = samplesOf(reports, { since, subjects: ['overload-unprotected', 'overload-protection'], command: 'npm run overload-protection' })
      const [unprotected, guarded] = ['overload-unprotected', 'overload-protection'].map((id) => medianOf(samples, id, p99Of))
      return {
        isPassed: isOneOf(numberIn(answer), samples.filter(({ subject }) => subject === 'overload-protection').map(p99Of)),
        saw: [`Without it, the p99 latency was ${rounded(unprotected)} ms. With it, refused requests get 503 and Retry-After at once, and the others are served.`],
        pointer: 'Look at the column p99 in the row overload-protection: in the table that your command printed, or on its page.',
        expected: 'the p99 of that row, in milliseconds',
        measured: `${rounded(guarded)} ms, and ${rounded(unprotected)} ms without it`
      }
    }
  },
  5: {
    asks: 'The program computes for 500 ms. After how many milliseconds does a timer of 100 ms fire? A number.',
    seconds: 3,
    async check ({ answer, root, reports, since }) {
      samplesOf(reports, { since, subjects: ['offload-in-loop', 'offload-worker-pool'], command: 'npm run offload' })
      const given = numberIn(answer)
      if (given === null || given < BLOCKED.least || given > BLOCKED.most) {
        return refused('Compare the columns of npm run blocked-timer: which of the others does the last one follow?', 'the delay of a timer that has to wait for the work')
      }
      const [last] = run(root, ['experiments/blocked-timer/index.js']).trim().split('\n').slice(-1)
      const [, workMs, askedMs, actualMs] = last.trim().split(/\s+/).map(Number)
      return {
        isPassed: actualMs >= workMs,
        saw: [
          `The timer was set to ${askedMs} ms. The program computed for ${workMs} ms, and the timer fired after ${actualMs} ms.`,
          'If the program computes for 500 ms, the timer fires after 500 ms.'
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
      const { hottest } = lastOf(reports, profiles, 'npx hot-path flame 1', shapeOf('ProfileRecord', ['hottest']))
      const app = hottest.find((/** @type {any} */ { kind, file }) => kind === 'app' && file)
      const place = app ? `/${app.file}:${app.line}` : null
      return {
        isPassed: place !== null && answer.trim().split(/[\s,]+/).some((word) => /\w:\d/.test(word) && place.endsWith(`/${word}`)),
        saw: app ? [`In your last profile of step 1, that function and its callees take ${rounded(app.total)} % of the time.`] : [],
        pointer: 'Look for the first row marked "app" in the output of your command. It names the function, its file and its line.',
        expected: 'the file and the line number',
        measured: place?.slice(1) ?? 'no function of the application'
      }
    }
  },
  7: {
    asks: 'How often does the listener run at the fiftieth request: in step 1, and in step 2? Two numbers.',
    async check ({ answer, ...context }) {
      if (numbersIn(answer).length !== 2) return refused(LISTENERS, 'two numbers, for step 1 first')
      const [slow, fixed] = [await listenersOf('1', context), await listenersOf('2', context)]
      return {
        isPassed: sameNumbers(answer, [slow, fixed]),
        saw: [`After ${REQUESTS} requests, step 1 had ${slow} listeners for "after", and step 2 had ${fixed}. Every request calls all of them.`],
        pointer: LISTENERS,
        expected: 'two numbers, for step 1 first',
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
        saw: [],
        pointer: lineSaid(answer, lines),
        expected: 'the number of the line that should keep the listener from being attached twice',
        measured: `line ${line}`
      }
    }
  },
  9: {
    reads: withNumber('10'),
    seconds: 15,
    async check ({ bet, ...context }) {
      const { fix } = context
      if (!fs.existsSync(path.join(fix, 'index.js'))) {
        return { isPassed: false, saw: [], pointer: 'There is no copy to repair yet.', expected: 'npm run learn start, and then your change' }
      }
      const mistakes = await mistakesIn(context)
      if (mistakes.length > 0) return { isPassed: false, saw: [], pointer: mistakes.join(' '), expected: 'one listener after 50 requests, the same answers as before, and no line that silences the warning' }
      const [before, after] = [await throughputOf('1', { seconds: 5, ...context }), await throughputOf(path.join(fix, 'index.js'), { seconds: 5, ...context })]
      const factor = after.requestsPerSecond / before.requestsPerSecond
      return {
        isPassed: true,
        saw: [
          `After ${REQUESTS} requests there is one listener, and the answers are unchanged.`,
          `Measured for five seconds each: ${rounded(before.requestsPerSecond)} requests a second before, ${rounded(after.requestsPerSecond)} after, ${rounded(factor)} times as many.`,
          ...comparedWith(bet, factor)
        ],
        measured: `${rounded(factor)} times`,
        busy: before.busy ?? after.busy
      }
    }
  },
  10: {
    seconds: 12,
    reads: (text) => (goalIn(text) ? null : `a goal with a number and its unit: ${EXAMPLES}`),
    async check ({ bet, ...context }) {
      const goal = goalIn(bet)
      if (!goal) return { isPassed: false, saw: [], pointer: `Your goal is: ${bet}`, expected: `a goal with a number and its unit, such as ${EXAMPLES}. To change your bet: npm run learn bet` }
      /** @type {import('./throughput').Throughput[]} */
      const measured = []
      for (const step of ['1', '2', '3']) measured.push(await throughputOf(step, { seconds: 3, ...context }))
      return {
        isPassed: true,
        saw: measured.map((step, i) => `Step ${i + 1} ${judged(goal, step, measured[0])}.`),
        measured: measured.map(({ requestsPerSecond }) => rounded(requestsPerSecond)).join(', '),
        busy: measured.find(({ busy }) => busy)?.busy ?? null
      }
    }
  },
  11: {
    asks: 'For one request to step 2: how often is JSON serialised, and how many hashes are computed? Two numbers.',
    async check ({ answer, ...context }) {
      if (numbersIn(answer).length !== 2) return refused(COUNT, 'two numbers: JSON first')
      const per = async function (/** @type {string} */ step) {
        const few = await countsOf(step, { requests: 10, ...context })
        const more = await countsOf(step, { requests: 20, ...context })
        return [(more.counts.serialised - few.counts.serialised) / 10, (more.counts.hashes - few.counts.hashes) / 10]
      }
      const [fixed, optimized] = [await per('2'), await per('3')]
      return {
        isPassed: sameNumbers(answer, fixed),
        saw: [`For one request, step 3 serialises JSON ${optimized[0]} times, and computes ${optimized[1]} hashes.`],
        pointer: COUNT,
        expected: 'two numbers: JSON first',
        measured: fixed.join(' and ')
      }
    }
  },
  12: {
    asks: 'Which of these would have found the bug first: the linter, the warning, the gate, the profile?',
    async check ({ answer, since, ...context }) {
      const mistakes = fs.existsSync(path.join(context.fix, 'index.js')) ? await mistakesIn(context) : []
      const { verdict } = lastOf(context.reports, ['gate/index.json'], GATE, shapeOf('GateRecord', ['verdict']), since)
      const isNamed = /\blint/i.test(answer) && !/\b(?:warning|gate|profile|not|no|never|isn't)\b/i.test(answer)
      return {
        isPassed: isNamed && mistakes.length === 0,
        saw: ['eslint.config.js turns no-unused-vars off for step 1. This rule reports afterEventAttached, which is assigned but never read.'],
        pointer: mistakes.join(' ') || `Your last gate: ${verdict}. Which of the four can report the bug although the server never ran?`,
        expected: 'one of the four words, while your fix of chapter 9 is in place',
        measured: 'the linter'
      }
    }
  },
  13: {
    reads: withNumber('100'),
    asks: 'On which line of experiments/connection-pool/index.js do requests wait the longest? Its number.',
    seconds: 5,
    async check ({ answer, bet, ...context }) {
      const shape = shapeOf('WaitsRecord', ['places'])
      const { places } = lastOf(context.reports, ['connection-pool/waits.json'], 'npx hot-path waits connection-pool', shape)
      const line = places[0]?.line ?? null
      if (line === null || !sameNumbers(answer.replace(/^.*:/, ''), [line])) {
        return refused('Read the first source location that npx hot-path waits connection-pool prints. The line number is after the file name.', 'the number of that line')
      }
      const { latencyMs, busy } = await throughputOf('connection-pool', { seconds: 3, ...context })
      return {
        isPassed: true,
        saw: [`A request waited for ${rounded(latencyMs.mean)} ms on average.`, ...comparedWith(bet, latencyMs.mean)],
        measured: `${rounded(latencyMs.mean)} ms`,
        busy
      }
    }
  },
  14: {
    reads: withNumber('1000'),
    asks: 'Which collection grows? Its name.',
    async check ({ answer, bet, reports }) {
      const { kept } = lastOf(reports, ['sessions/heap.json'], 'npx hot-path heap sessions', shapeOf('HeapRecord', ['kept']))
      const [, name] = /^(\S+) \(an? \w+\) retains/.exec(kept?.places?.[0]?.why ?? '') ?? []
      return {
        isPassed: name !== undefined && plain(answer) === plain(name),
        saw: [
          `In your last run, each request retained ${rounded(kept.bytesPerRequest)} bytes.`,
          ...comparedWith(bet, kept.bytesPerRequest)
        ],
        pointer: 'Look for the word "retains" in the output of npx hot-path heap sessions.',
        expected: 'the name before that word',
        measured: `${rounded(kept.bytesPerRequest)} bytes`
      }
    }
  },
  15: {
    reads: withNumber('2'),
    asks: 'What is the first finding of the check-up for passwords-in-pool? One word.',
    seconds: 8,
    async check ({ answer, bet, ...context }) {
      const { findings } = lastOf(
        context.reports,
        ['passwords-in-pool/checkup.json'],
        'npx hot-path checkup passwords-in-pool',
        shapeOf('CheckupRecord', ['findings'])
      )
      if (plain(answer) !== plain(findings[0]?.name ?? '?')) {
        return refused('It is in the first lines of npx hot-path checkup passwords-in-pool.', 'the word after "The check-up says:"')
      }
      const inLoop = await throughputOf('passwords', { seconds: 3, ...context })
      const inPool = await throughputOf('passwords-in-pool', { seconds: 3, ...context })
      const factor = inPool.requestsPerSecond / inLoop.requestsPerSecond
      return {
        isPassed: true,
        saw: [`passwords-in-pool answered ${rounded(factor)} times as many requests as passwords.`, ...comparedWith(bet, factor)],
        measured: `${rounded(factor)} times`,
        busy: inLoop.busy ?? inPool.busy
      }
    }
  }
}

/**
 * @param {string} pointer
 * @param {string} expected
 * @returns {Outcome}
 */
function refused (pointer, expected) {
  return { isPassed: false, saw: [], pointer, expected }
}

/**
 * @param {Omit<Context, 'bet' | 'answer' | 'since'>} context
 * @returns {Promise<string[]>} mistakes in the learner's copy, as sentences
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
  // Count added listeners, not present ones: a `once` listener is gone by now, and a later request adds another.
  const { afterListenersAdded: added } = mine.counts
  const isSilenced = /defaultMaxListeners\s*=[^=]|setMaxListeners\s*\(/.test(fs.readFileSync(path.join(fix, 'util.js'), 'utf8'))
  return [
    ...(added > 1 ? [`${REQUESTS} requests added ${added} listeners for "after". Only one is needed.`] : []),
    ...differences(mine.answers, meant.answers),
    ...(isSilenced ? ['A line still silences the warning of Node: it sets the maximum number of listeners.'] : [])
  ]
}

/**
 * @param {import('./counts').Answer[]} mine
 * @param {import('./counts').Answer[]} meant
 * @returns {string[]} differences that clients would notice, as sentences
 */
function differences (mine, meant) {
  const [last, planned] = [mine.at(-1), meant.at(-1)]
  if (!last || !planned) return []
  if (last.status !== planned.status) return [`The answer has status ${last.status}, and not ${planned.status}.`]
  return [
    ...(String(last.keys) === String(planned.keys) ? [] : [`The answer has ${last.keys.join(', ') || 'no JSON'}, and not ${planned.keys.join(', ')}.`]),
    ...(Boolean(last.etag) === Boolean(planned.etag) ? [] : ['The answer has no ETag any more: the listener has to store it.'])
  ]
}

/**
 * @param {string} step
 * @param {Omit<Context, 'bet' | 'answer' | 'since'>} context
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
 * @param {string[]} names record files, relative to `reports`
 * @param {string} command that writes one
 * @param {object} shape JSON Schema of the record
 * @param {Date} [since] older records belong to another chapter
 * @returns {any} the newest record
 * @throws {OperationalError} if there is none, or it does not match the schema
 */
function lastOf (reports, names, command, shape, since = new Date(0)) {
  const [newest] = names
    .map((name) => path.join(reports, name))
    .filter((file) => fs.existsSync(file) && fs.statSync(file).mtime >= since)
    .sort((a, b) => fs.statSync(b).mtimeMs - fs.statSync(a).mtimeMs)
  if (!newest) throw new OperationalError(`there is no report to look at yet. Run: ${command}`)
  try {
    return readKept(newest, shape)
  } catch (err) {
    throw new OperationalError(`${/** @type {Error} */ (err).message} Run again: ${command}`, { cause: err })
  }
}

/**
 * Returns the samples of the learner's last comparison.
 *
 * @param {string} reports
 * @param {{ since: Date, subjects: string[], command: string }} wanted
 * @returns {any[]} samples
 * @throws {OperationalError} if these servers have not been compared yet
 */
function samplesOf (reports, { since, subjects, command }) {
  const { samples } = lastOf(reports, ['compare/index.json'], command, shapeOf('CompareRecord', ['samples']), since)
  const isOfThem = subjects.every((id) => samples.some((/** @type {any} */ { subject }) => subject === id))
  if (!isOfThem) throw new OperationalError(`your last comparison has other servers. Run: ${command}`)
  return samples
}

/**
 * @param {any[]} samples
 * @param {string} id of a subject
 * @param {(sample: any) => number} valueOf
 */
function medianOf (samples, id, valueOf) {
  return median(samples.filter(({ subject }) => subject === id).map(valueOf))
}

/** @param {any} sample */
function p99Of ({ latencyMs }) {
  return latencyMs.p99
}

/**
 * @param {number | null} given
 * @param {number[]} values of the rounds
 * @returns {boolean} whether it is within 10 % of their range
 */
function isOneOf (given, values) {
  return given !== null && given >= Math.min(...values) * (1 - NEAR) && given <= Math.max(...values) * (1 + NEAR)
}

/**
 * @param {string} answer
 * @param {string[]} lines of the file
 */
function lineSaid (answer, lines) {
  const number = numberIn(answer.replace(/^.*:/, ''))
  if (number === null || !Number.isInteger(number)) return 'Answer with the number of a line.'
  return `Line ${number} is: ${lines[number - 1]?.trim() || '(empty)'}. In experiments/trace-warnings/util.js, line numbers are two lower, because lines were removed.`
}

/**
 * @param {string} root
 * @param {string[]} args of node
 * @returns {string} its standard output, whatever the exit status
 */
function run (root, args) {
  try {
    return execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  } catch (err) {
    return String(/** @type {any} */ (err).stdout ?? '')
  }
}

/** @param {string} text */
function plain (text) {
  return text.toLowerCase().replace(/[^a-z]/g, '')
}

module.exports = { checks }
