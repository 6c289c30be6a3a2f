'use strict'

const { drivers, findDriver } = require('../load/drivers')
const { goal, header, ipAddress, method, nodeProgram, number, oneOf, seconds, share, urlPath, wholeNumber } = require('../config/values')

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
    help: 'concurrent requests',
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
  'longer-than': {
    type: 'string',
    value: 'MS',
    help: 'shortest stall that is reported, in ms',
    default: '200',
    read: number('longer-than', 20, 60_000)
  },
  path: {
    type: 'string',
    value: '/x',
    help: "path to request; default: the config's, else /",
    read: urlPath
  },
  method: { type: 'string', value: 'NAME', help: 'request method; default: GET', read: method },
  header: {
    type: 'string',
    multiple: true,
    value: '"NAME: VALUE"',
    help: 'request header; repeatable',
    read: header
  },
  body: { type: 'string', value: 'TEXT', help: 'request body; @FILE reads it from a file' },
  requests: {
    type: 'string',
    value: 'FILE',
    help: 'several requests: a JSON list of {"method", "path", "headers", "body", "weight"}, or an HTTP archive (.har)'
  },
  port: {
    type: 'string',
    value: 'N',
    help: 'port of the server; if it opens several, the one to load',
    read: wholeNumber('port', 0, 65535)
  },
  driver: {
    type: 'string',
    value: 'NAME',
    help: `load generator: ${drivers.map(({ name }) => name).join(', ')}, or any: the installed one that uses the least CPU`,
    default: 'built-in',
    read: (name) => findDriver(name).name
  },
  workers: {
    type: 'string',
    value: 'N',
    help: 'with --driver=locust: its processes on this machine (1); use more if they are the bottleneck',
    read: wholeNumber('workers', 1, 64)
  },
  'expect-workers': {
    type: 'string',
    value: 'N',
    help: 'Locust processes that you start on other machines, with the command that is printed',
    read: wholeNumber('expect-workers', 1, 1000)
  },
  host: {
    type: 'string',
    value: 'ADDRESS',
    help: 'address of this machine at which the server listens, for load from other machines; 0.0.0.0: at all. Everybody who can reach it can use the server. Default: 127.0.0.1',
    read: ipAddress
  },
  attach: {
    type: 'string',
    value: 'PID',
    help: 'process id of a server that already runs, instead of a subject; with --url'
  },
  url: { type: 'string', value: 'URL', help: 'what to request; with --attach or --locust' },
  rate: {
    type: 'string',
    value: 'N',
    help: 'constant rate, in requests per second; default: closed loop',
    read: number('rate', 1, 100_000)
  },
  rounds: {
    type: 'string',
    value: 'N',
    help: 'measurements of each subject, interleaved',
    default: '8',
    read: wholeNumber('rounds', 1, 1000)
  },
  baseline: {
    type: 'string',
    multiple: true,
    value: 'FILE',
    help: "version to compare with; git:REV is the candidate's file at that revision"
  },
  candidate: {
    type: 'string',
    multiple: true,
    value: 'FILE',
    help: 'version to judge; repeatable for several servers'
  },
  each: {
    type: 'boolean',
    help: 'judge each request of --requests separately'
  },
  'fail-on': {
    type: 'string',
    value: 'allocations',
    help: 'also fail if the candidate allocates more memory per request',
    read: oneOf('fail-on', ['allocations'])
  },
  build: {
    type: 'string',
    value: '"COMMAND"',
    help: 'build command for --baseline=git:REV, such as "npm run build"'
  },
  'baseline-node': { type: 'string', value: 'FILE', help: 'Node.js binary for the baseline', read: nodeProgram },
  'candidate-node': { type: 'string', value: 'FILE', help: 'Node.js binary for the candidate', read: nodeProgram },
  'allow-contract-change': {
    type: 'boolean',
    help: 'allow responses that differ in status, type or shape; the report names them'
  },
  markdown: {
    type: 'string',
    value: 'FILE',
    withoutValue: '-',
    help: 'write the result as Markdown; without a file, print it'
  },
  history: { type: 'string', value: 'FILE', help: 'append the verdict to FILE, and judge the slowdowns that add up in it' },
  margin: {
    type: 'string',
    value: 'P%',
    help: 'tolerated slowdown',
    default: '2%',
    read: share('margin', 50)
  },
  alarm: {
    type: 'string',
    value: 'P%',
    help: 'slowdown that must be detected',
    default: '10%',
    read: share('alarm', 100)
  },
  budget: {
    type: 'string',
    value: 'Ns',
    help: 'measuring time; with several servers or with --each, of each gate',
    default: '60s',
    read: seconds('budget', 1, 3600)
  },
  question: {
    type: 'string',
    value: 'WHAT',
    help: 'metric of the comparison: throughput (2xx responses), p99 or cpu; default: p99 for a constant rate, else throughput',
    read: oneOf('question', ['throughput', 'p99', 'cpu'])
  },
  goal: {
    type: 'string',
    value: 'GOAL',
    help: 'find the first subject that reaches 4000 (requests per second) or 10x (of the first subject)',
    read: goal
  },
  'over-budget': {
    type: 'string',
    value: 'P%',
    help: 'overrun of the CPU per request of the first subject; find the first subject that is within the budget',
    read: share('over-budget', 10_000)
  },
  timeline: {
    type: 'string',
    value: 'S',
    help: 'seconds of one more load on each subject, for the charts over time; 0: no charts',
    default: '4',
    read: number('timeline', 0, 3600)
  },
  flame: { type: 'boolean', help: 'also run Clinic Flame on each subject' },
  from: {
    type: 'string',
    multiple: true,
    value: 'FILE',
    help: 'file to read instead of measuring: a saved comparison, a V8 profile, two profiles to compare, or the log of a Locust (- is standard input)'
  },
  lenient: { type: 'boolean', help: 'exit 0, not 3, if the result is inconclusive' },
  save: { type: 'boolean', help: 'save the record in results/, where `npm run docs` reads it' },
  ci: { type: 'boolean', help: 'write .github/workflows/hot-path.yml, which runs the gate on each pull request' },
  locust: { type: 'boolean', help: 'write Kubernetes manifests with which Locust loads --url' },
  'no-load': {
    type: 'boolean',
    help: 'profile a script or job: no load, no port; until it ends, or for --duration'
  },
  'no-places': { type: 'boolean', help: 'do not look for source locations' },
  format: {
    type: 'string',
    value: 'pprof',
    help: 'also save the profile in the pprof format',
    read: oneOf('format', ['pprof'])
  },
  'no-open': { type: 'boolean', help: 'do not open the report in a browser' },
  json: { type: 'boolean', help: 'print one JSON record on stdout, and nothing else' },
  help: { type: 'boolean', short: 'h', help: 'show this help' }
}

/** Options of commands that send requests. */
const OF_REQUESTS = ['path', 'method', 'header', 'body', 'requests']

/** Options that have no meaning without load. */
const OF_LOAD = ['connections', ...OF_REQUESTS]

module.exports = { OF_LOAD, OF_REQUESTS, OPTIONS, USUAL_PORT }
