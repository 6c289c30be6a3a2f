'use strict'

const { drivers, findDriver } = require('../load/drivers')
const { usualWorkers } = require('../load/workers')
const { goal, header, method, nodeProgram, number, oneOf, seconds, share, urlPath, wholeNumber } = require('../config/values')

// The environment variable PORT is equivalent to --port.
const USUAL_PORT = process.env.PORT || '3000'

/**
 * All options of all commands. A name has the same meaning in every command.
 *
 * `multiple`: the option may be repeated, and its value is a list. `withoutValue`: the value if none is given.
 *
 * @type {Record<string, { type: 'string' | 'boolean', short?: string, value?: string, help: string, multiple?: boolean,
 *   withoutValue?: string, default?: string, read?: (text: string) => unknown }>}
 */
const OPTIONS = {
  connections: {
    type: 'string',
    value: 'N',
    help: 'requests under way at the same time',
    default: '100',
    read: wholeNumber('connections', 1, 10_000)
  },
  duration: {
    type: 'string',
    value: 'S',
    help: 'seconds of load',
    default: '10',
    read: number('duration', 0.1, 3600)
  },
  path: {
    type: 'string',
    value: '/x',
    help: "path to request; a name of the config has its own, another server's is / by default",
    read: urlPath
  },
  method: { type: 'string', value: 'NAME', help: 'method of the request; GET by default', read: method },
  header: {
    type: 'string',
    multiple: true,
    value: '"NAME: VALUE"',
    help: 'header of each request; can be given several times',
    read: header
  },
  body: { type: 'string', value: 'TEXT', help: 'body of the request; @FILE: what is in that file' },
  requests: {
    type: 'string',
    value: 'FILE',
    help: 'several requests, in turns: a list of {"method", "path", "headers", "body", "weight"} as JSON'
  },
  har: { type: 'string', value: 'FILE', help: 'the requests that a browser has recorded in an HTTP archive' },
  port: {
    type: 'string',
    value: 'N',
    help: 'port to use; of a server that opens several, the one to put under load',
    read: wholeNumber('port', 0, 65535)
  },
  driver: {
    type: 'string',
    value: 'NAME',
    help: `load generator: ${drivers.map(({ name }) => name).join(', ')}, or any: the installed one that uses the least CPU`,
    default: 'autocannon',
    read: (name) => findDriver(name).name
  },
  workers: {
    type: 'string',
    value: 'N',
    help: 'threads of autocannon: enough not to be the bottleneck, where there are more than two cores',
    default: String(usualWorkers()),
    read: wholeNumber('workers', 1, 64)
  },
  rate: {
    type: 'string',
    value: 'N',
    help: 'requests per second of a load that does not wait for answers (an open loop)',
    read: number('rate', 1, 100_000)
  },
  rounds: {
    type: 'string',
    value: 'N',
    help: 'how often each subject is measured, in turns',
    default: '8',
    read: wholeNumber('rounds', 1, 1000)
  },
  baseline: {
    type: 'string',
    multiple: true,
    value: 'FILE',
    help: "the version to compare with; git:REV is the candidate's file at another revision"
  },
  candidate: {
    type: 'string',
    multiple: true,
    value: 'FILE',
    help: 'the version to judge; several, where there are several servers'
  },
  each: {
    type: 'boolean',
    help: 'judge each request of --requests or --har by itself, not all of them in one load'
  },
  'fail-on': {
    type: 'string',
    value: 'allocations',
    help: 'a candidate that allocates more for a request fails, too, however fast it is',
    read: oneOf('fail-on', ['allocations'])
  },
  build: {
    type: 'string',
    value: '"COMMAND"',
    help: 'what builds the revision of --baseline=git:REV: "npm run build"; its packages are there then'
  },
  'baseline-node': { type: 'string', value: 'FILE', help: 'another Node for the baseline', read: nodeProgram },
  'candidate-node': { type: 'string', value: 'FILE', help: 'another Node for the candidate', read: nodeProgram },
  'allow-contract-change': {
    type: 'boolean',
    help: 'the answers of the two may differ in status, type and shape; it is said'
  },
  markdown: {
    type: 'string',
    value: 'FILE',
    withoutValue: '-',
    help: 'write the verdict as Markdown; without a file, print it instead'
  },
  margin: {
    type: 'string',
    value: 'P%',
    help: 'the slowdown that you agree to overlook',
    default: '2%',
    read: share('margin', 50)
  },
  alarm: {
    type: 'string',
    value: 'P%',
    help: 'the slowdown that must not go unnoticed',
    default: '10%',
    read: share('alarm', 100)
  },
  budget: {
    type: 'string',
    value: 'Ns',
    help: 'how long to measure (a gate of several servers or requests: each)',
    default: '60s',
    read: seconds('budget', 1, 3600)
  },
  question: {
    type: 'string',
    value: 'WHAT',
    help: 'what the comparison asks: throughput (of good answers), p99 or cpu; by default what fits the load',
    read: oneOf('question', ['throughput', 'p99', 'cpu'])
  },
  goal: {
    type: 'string',
    value: 'GOAL',
    help: 'which subject meets it first: 4000 (requests per second) or 10x (the first one)',
    read: goal
  },
  'over-budget': {
    type: 'string',
    value: 'P%',
    help: 'find the first subject that cuts CPU per request by this overrun',
    read: share('over-budget', 10_000)
  },
  timeline: {
    type: 'string',
    value: 'S',
    help: 'follow each subject through one more load of S seconds, for the pictures over time; 0 for none',
    default: '4',
    read: number('timeline', 0, 3600)
  },
  flame: { type: 'boolean', help: 'then run Clinic Flame on each subject, to see what is hot side by side' },
  from: {
    type: 'string',
    multiple: true,
    value: 'FILE',
    help: 'measure nothing, and read: a session that compare has kept; a profile of V8, or two to compare'
  },
  lenient: { type: 'boolean', help: 'exit 0, not 3, where nothing could be told' },
  save: { type: 'boolean', help: 'keep the session in results/, where the texts take their numbers from' },
  ci: { type: 'boolean', help: 'write .github/workflows/hot-path.yml: a gate for each pull request' },
  'no-load': {
    type: 'boolean',
    help: 'put on no load, and wait for no port: for scripts, consumers and jobs; until it ends, or for --duration'
  },
  'no-places': { type: 'boolean', help: 'do not look for the lines in the source' },
  format: {
    type: 'string',
    value: 'pprof',
    help: "keep the profile in the format of Go's tools, too",
    read: oneOf('format', ['pprof'])
  },
  'no-open': { type: 'boolean', help: 'do not open the report in a browser' },
  json: { type: 'boolean', help: 'print one JSON record on stdout, and nothing else' },
  help: { type: 'boolean', short: 'h', help: 'show this help' }
}

/** Options of commands that send requests. */
const OF_REQUESTS = ['path', 'method', 'header', 'body', 'requests', 'har']

/** Options that have no meaning without load. */
const OF_LOAD = ['connections', ...OF_REQUESTS]

module.exports = { OF_LOAD, OF_REQUESTS, OPTIONS, USUAL_PORT }
