'use strict'

// A workload as a script of k6, which people can read, keep and change. Pure.

const { hasIds, requestsOf, requestsText, sequenceOf, tellsSecret } = require('./requests')

/** @typedef {import('../records').Workload} Workload */
/** @typedef {import('./requests').WholeRequest} WholeRequest */

const ANSWER_TIMEOUT_SECONDS = 10

/**
 * @typedef {object} Written
 * @property {string} text the script
 * @property {string[]} secrets the names of the variables of the environment that it reads, where secrets are left out
 */

/**
 * @param {Workload} workload
 * @param {object} options
 * @param {string} options.origin of the server: `http://127.0.0.1:3000`
 * @param {Record<string, string>} [options.headers] of each request, beside its own
 * @param {boolean} [options.isKept] the script is a file that people keep: it reads secrets, and where the server is,
 *   from the environment. A script that is run at once, over standard input, has them in it.
 * @returns {Written}
 */
function scriptOf (workload, { origin, headers = {}, isKept = false }) {
  const whole = requestsOf(workload)
  const order = sequenceOf(workload).map((request) => JSON.stringify(request))
  const turns = order.map((text) => whole.findIndex((request) => JSON.stringify(request) === text))
  const secrets = new Secrets(isKept)
  const list = whole.map((request, i) =>
    requestText({ ...request, headers: { ...headers, ...request.headers } }, whole.length > 1 ? `_${i + 1}` : '', secrets)
  )
  const isFresh = whole.some(hasIds)
  const { pace } = workload
  const parts = [
    isKept ? introduction(workload, secrets.names) : null,
    "import http from 'k6/http'",
    turns.length > 1 || pace ? "import exec from 'k6/execution'" : null,
    `import { Counter${pace ? ', Trend' : ''} } from 'k6/metrics'`,
    '',
    `const SERVER = ${isKept ? `__ENV.SERVER || ${literal(origin)}` : literal(origin)}`,
    pace ? `const REQUESTS_PER_SECOND = ${pace.requestsPerSecond}` : null,
    `const SECONDS = ${workload.durationSeconds}`,
    workload.expects?.length ? `const EXPECTED_STATUSES = [${workload.expects.join(', ')}]` : null,
    secrets.names.length ? SECRET : null,
    '',
    `const requests = [\n${list.join(',\n')}\n]`,
    turns.length > 1 ? `// The order in which they are sent, again and again.\nconst turns = [${turns.join(', ')}]` : null,
    '',
    optionsText(workload),
    '',
    '// A request fails where its status is none of these, or where no answer comes.',
    `http.setResponseCallback(http.expectedStatuses({ min: 200, max: 299 }${workload.revalidate ? ', 304' : ''}))`,
    "const unanswered = new Counter('unanswered')",
    "const timedOut = new Counter('timed_out')",
    "const outside2xx = new Counter('outside_2xx')",
    workload.expects?.length ? "const expectedOutside2xx = new Counter('expected_outside_2xx')" : null,
    pace ? PACED : null,
    '',
    isFresh ? FRESH : null,
    runText(workload, { isFresh, hasTurns: turns.length > 1 }),
    countText(workload)
  ]
  return { text: parts.filter((part) => part !== null).join('\n') + '\n', secrets: secrets.names }
}

const SECRET = `
/** Secrets are not in this file. */
function secret (name) {
  if (!__ENV[name]) throw new Error('This script wants ' + name + ' in the environment.')
  return __ENV[name]
}`

const PACED = `
// A request that is sent late has waited already, so its latency counts from when it was due.
const latencyFromDue = new Trend('latency_from_due', true)
const sentLate = new Trend('sent_late', true)`

const FRESH = `/** Another id in each request. */
function withId (request) {
  return JSON.parse(JSON.stringify(request).split('[<id>]').join(crypto.randomUUID()))
}
`

/** What of a script comes from the environment, where the script is kept. */
class Secrets {
  /** @type {string[]} */
  names = []

  /** @param {boolean} isKept */
  constructor (isKept) {
    this.isKept = isKept
  }

  /**
   * @param {string} name
   * @param {string} value
   * @returns {string} an expression of JavaScript
   */
  hidden (name, value) {
    if (!this.isKept) return literal(value)
    const variable = name.toUpperCase().replace(/[^A-Z0-9]+/g, '_').replace(/^_+|_+$/g, '')
    if (!this.names.includes(variable)) this.names.push(variable)
    return `secret('${variable}')`
  }
}

/**
 * @param {WholeRequest} request
 * @param {string} suffix of the names of its secrets
 * @param {Secrets} secrets
 * @returns {string} an object of JavaScript
 */
function requestText ({ method, path, headers, body }, suffix, secrets) {
  const headerLines = Object.entries(headers).map(function ([name, value]) {
    const text = tellsSecret(name) ? secrets.hidden(name + suffix, value) : literal(value)
    return `      ${literal(name)}: ${text}`
  })
  const bodyText = tellsSecret(body) ? secrets.hidden(`body${suffix}`, body) : literal(body)
  return [
    '  {',
    `    method: ${literal(method)},`,
    `    path: ${pathText(path, suffix, secrets)},`,
    `    headers: {${headerLines.length ? `\n${headerLines.join(',\n')}\n    ` : ''}},`,
    `    body: ${body === '' ? 'null' : bodyText}`,
    '  }'
  ].join('\n')
}

/**
 * @param {string} path and query
 * @param {string} suffix
 * @param {Secrets} secrets
 */
function pathText (path, suffix, secrets) {
  if (!secrets.isKept) return literal(path)
  const parts = []
  let end = 0
  for (const { 0: text, 1: name, 2: value, index: at } of path.matchAll(/[?&]([^=&#]+)=([^&#]*)/g)) {
    if (!tellsSecret(name)) continue
    const valueAt = at + text.length - value.length
    parts.push(literal(path.slice(end, valueAt)), secrets.hidden(name + suffix, value))
    end = at + text.length
  }
  return [...parts, ...(end < path.length ? [literal(path.slice(end))] : [])].join(' + ')
}

/** @param {Workload} workload */
function optionsText ({ connections, pace }) {
  const executor = pace
    ? [
        '      // An open loop: requests are sent at a fixed pace, however long the answers take.',
        "      executor: 'constant-arrival-rate',",
        ...rateLines(pace.requestsPerSecond),
        `      preAllocatedVUs: ${connections},`,
        `      maxVUs: ${connections},`
      ]
    : [
        '      // A closed loop: each virtual user has one connection, and sends a request when the one before is answered.',
        "      executor: 'constant-vus',",
        `      vus: ${connections},`
      ]
  return [
    'export const options = {',
    '  scenarios: {',
    '    load: {',
    ...executor,
    '      duration: `' + '${SECONDS}s`,',
    `      gracefulStop: '${ANSWER_TIMEOUT_SECONDS + 1}s'`,
    '    }',
    '  },',
    '  // What nobody reads costs the generator CPU all the same.',
    '  discardResponseBodies: true,',
    "  systemTags: ['scenario', 'expected_response'],",
    '  maxRedirects: 0',
    '}'
  ].join('\n')
}

/**
 * k6 takes whole numbers only.
 *
 * @param {number} requestsPerSecond
 */
function rateLines (requestsPerSecond) {
  return Number.isInteger(requestsPerSecond)
    ? ['      rate: REQUESTS_PER_SECOND,', "      timeUnit: '1s',"]
    : ['      rate: Math.round(1000 * REQUESTS_PER_SECOND),', "      timeUnit: '1000s',"]
}

/**
 * @param {Workload} workload
 * @param {{ isFresh: boolean, hasTurns: boolean }} kind
 */
function runText ({ pace }, { isFresh, hasTurns }) {
  const next = hasTurns ? 'requests[turns[exec.scenario.iterationInTest % turns.length]]' : 'requests[0]'
  return [
    'export default function () {',
    `  const { method, path, headers, body } = ${isFresh ? `withId(${next})` : next}`,
    ...(pace
      ? [
          '  const dueMs = (1000 * exec.scenario.iterationInTest) / REQUESTS_PER_SECOND',
          '  const lateMs = Math.max(0, 1000 * SECONDS * exec.scenario.progress - dueMs)'
        ]
      : []),
    `  const response = http.request(method, SERVER + path, body, { headers, timeout: '${ANSWER_TIMEOUT_SECONDS}s' })`,
    '  count(response)',
    ...(pace
      ? [
          '  sentLate.add(lateMs)',
          '  if (response.status >= 200 && response.status <= 299) {',
          '    latencyFromDue.add(lateMs + response.timings.blocked + response.timings.duration)',
          '  }'
        ]
      : []),
    '}',
    ''
  ].join('\n')
}

/** @param {Workload} workload */
function countText ({ expects }) {
  return [
    'function count ({ status, error_code: error }) {',
    '  if (status >= 200 && status <= 299) return',
    '  if (status === 0) {',
    '    unanswered.add(1)',
    '    if (error === 1050) timedOut.add(1)',
    '    return',
    '  }',
    '  outside2xx.add(1)',
    ...(expects?.length ? ['  if (EXPECTED_STATUSES.includes(status)) expectedOutside2xx.add(1)'] : []),
    '}'
  ].join('\n')
}

/**
 * @param {Workload} workload
 * @param {string[]} secrets
 */
function introduction (workload, secrets) {
  const { connections, pace, durationSeconds } = workload
  const how = pace
    ? `${pace.requestsPerSecond} requests per second over at most ${connections} connections`
    : `${connections} connections, each of which sends a request when the one before is answered`
  const variables = secrets.map((name) => `${name}=... `).join('')
  return [
    '// Made by hot-path.',
    `// What is sent: ${requestsText(workload).replace(/\s+/g, ' ')}`,
    `// How: ${how}, for ${durationSeconds} seconds.`,
    `// To run it: ${variables}k6 run script.js`,
    `// Another server: ${variables}SERVER=http://127.0.0.1:8080 k6 run script.js`,
    ''
  ].join('\n')
}

/**
 * @param {string} text
 * @returns {string} in JavaScript
 */
function literal (text) {
  const quoted = JSON.stringify(text).replace(/\u2028/g, '\\u2028').replace(/\u2029/g, '\\u2029')
  return /['\\]/.test(quoted.slice(1, -1)) ? quoted : `'${quoted.slice(1, -1)}'`
}

module.exports = { ANSWER_TIMEOUT_SECONDS, scriptOf }
