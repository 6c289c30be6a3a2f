'use strict'

// What can go wrong, what the person is told, and how the run ends. Tried by machine/faults.test.js; docs/faults.md
// tells what was seen.

const serve = (answer) =>
  `const server = require('http').createServer(${answer}).listen(process.env.PORT, process.env.HOST)`
const HELLO = serve("(req, res) => res.end('hello')")
const SHORT = ['--connections=10', '--duration=1', '--no-open']
const PROFILE = ['cpu-profile', 'server.js', ...SHORT]
const CHECKUP = ['checkup', 'server.js', ...SHORT, '--duration=3']
const COMPARE = ['compare', 'server.js', '--rounds=1', '--duration=0.3', '--timeline=0', '--no-open']

/**
 * @typedef {object} Trouble
 * @property {string} what
 * @property {string} [server] its code; one that says hello where there is none
 * @property {string[]} args of hot-path
 * @property {number} status
 * @property {RegExp} says on stderr, or on stdout where the status is not 2
 * @property {string} [at] what it has printed on stderr, and a server runs, when the signal comes
 * @property {NodeJS.Signals} [signal] twice in a row
 * @property {Record<string, string>} [files] that lie there already, and stay as they are
 * @property {'port' | 'disk' | 'room' | 'tool' | 'reports'} [without] what is taken away from it
 */

/** @type {Trouble[]} */
const troubles = [
  // The server
  {
    what: 'it never listens',
    server: 'setInterval(() => {}, 1000)',
    args: PROFILE,
    status: 2,
    says: /opened no port within 30 s\. Does it call listen\(\)\?/
  },
  {
    what: 'it ends at once',
    server: '',
    args: PROFILE,
    status: 2,
    says: /server\.js ended .*before it was told to\. It printed nothing\./
  },
  {
    what: 'it listens, and dies',
    server: `${HELLO}\nsetTimeout(() => { throw new Error('no database') }, 300)`,
    args: PROFILE,
    status: 2,
    says: /before it was told to\. It printed:[^]*no database/
  },
  {
    what: 'it dies under load',
    server: serve(
      "(req, res) => { res.end('hello'); if (performance.now() > 1000) throw new Error('no more coffee') }"
    ),
    args: PROFILE,
    status: 2,
    says: /before it was told to\. It printed:[^]*no more coffee/
  },
  {
    what: 'it dies while it is compared',
    server: serve(
      "(req, res) => { res.end('hello'); if (performance.now() > 1000) throw new Error('no more coffee') }"
    ),
    args: COMPARE,
    status: 2,
    says: /before it was told to\. It printed:[^]*no more coffee/
  },
  {
    what: 'it hangs on the first request',
    server: serve('() => {}'),
    args: CHECKUP,
    status: 3,
    says: /^refusing: Requests get no answer/m
  },
  { what: 'it hangs, and is profiled', server: serve('() => {}'), args: PROFILE, status: 3, says: /no answer/ },
  { what: 'it hangs, and is compared', server: serve('() => {}'), args: COMPARE, status: 3, says: /answered nothing/ },
  {
    what: 'it never comes out of a loop',
    server: serve('() => { for (;;); }'),
    args: PROFILE,
    status: 2,
    says: /The server has not been heard for 12 s: its event loop is blocked/
  },
  {
    what: 'it answers slowly',
    server: serve("(req, res) => setTimeout(() => res.end('hello'), 400)"),
    args: PROFILE,
    status: 0,
    says: /Load: \d+ requests .* [4-9]\d\d ms median/
  },
  {
    what: 'it resets its connections',
    server: serve('(req) => req.socket.resetAndDestroy()'),
    args: CHECKUP,
    status: 3,
    says: /^refusing: /m
  },
  {
    what: 'it sends less than it announces',
    server: serve("(req, res) => res.writeHead(200, { 'Content-Length': 100 }).end('hello')"),
    args: CHECKUP,
    status: 3,
    says: /^refusing: Requests get no answer/m
  },
  {
    what: 'it ignores SIGINT',
    server: `process.on('SIGINT', () => {}).on('SIGTERM', () => {})\n${HELLO}`,
    args: PROFILE,
    status: 0,
    says: /Load: \d+ requests/
  },
  {
    what: 'it starts processes of its own',
    server: `if (process.argv[2] !== 'child') { require('child_process').fork(__filename, ['child']); ${HELLO} } else setInterval(() => {}, 1000)`,
    args: PROFILE,
    status: 0,
    says: /Load: \d+ requests/
  },
  {
    what: 'it listens late',
    server: `setTimeout(() => { ${HELLO} }, 1000)`,
    args: PROFILE,
    status: 0,
    says: /Load: \d+ requests/
  },
  {
    what: 'it tries out a port first',
    server: `const probe = require('net').createServer().listen(0, '127.0.0.1', () => probe.close(() => { ${HELLO} }))`,
    args: PROFILE,
    status: 0,
    says: /Load: \d+ requests/
  },
  {
    what: 'it speaks TLS',
    server: "require('https').createServer({}).listen(0, '127.0.0.1')",
    args: PROFILE,
    status: 2,
    says: /speaks TLS, and the load generators here speak plain HTTP/
  },
  {
    what: 'it prints without end',
    server: `${HELLO}\nsetInterval(() => console.log('x'.repeat(1000)))`,
    args: PROFILE,
    status: 0,
    says: /Load: \d+ requests/
  },

  // The machine
  { what: 'its port is taken', without: 'port', args: PROFILE, status: 2, says: /Its port is taken: .*--port/ },
  {
    what: 'reports/ cannot be written',
    without: 'reports',
    args: PROFILE,
    status: 2,
    says: /reports\/server is a file where a folder should be/
  },
  { what: 'the disk is full', without: 'disk', args: PROFILE, status: 2, says: /no space left on the disk\. Make room|Is there room on the disk\?/ },
  {
    what: 'files may not grow',
    without: 'room',
    args: CHECKUP,
    status: 2,
    says: /no space left: a file grew larger than is allowed here/
  },
  {
    what: 'a tool is not installed',
    without: 'tool',
    args: ['doctor', 'server.js', ...SHORT],
    status: 2,
    says: /Clinic Doctor cannot run: @clinic\/doctor is not installed\. Run: npm install --save-dev @clinic\/doctor/
  },
  {
    what: "other runs' logs lie about",
    files: { 'node_trace.1.log': '{', 'isolate-1-v8.log': 'x' },
    args: PROFILE,
    status: 0,
    says: /Load: \d+ requests/
  },

  // The person
  ...[
    ['Ctrl-C before the server listens', PROFILE, 'starting'],
    ['Ctrl-C under load', PROFILE, 'under load'],
    ['Ctrl-C while the report is made', ['flame', ...PROFILE.slice(1)], 'drawing'],
    ['Ctrl-C while versions are compared', [...COMPARE, '--duration=9'], 'Measuring'],
    ['Ctrl-C during a check-up', CHECKUP, 'under load']
  ].map(([what, args, at]) => ({ what, args, at, signal: 'SIGINT', status: 130, says: /^$/ })),
  { what: 'it is told to end (SIGTERM)', args: PROFILE, at: 'under load', signal: 'SIGTERM', status: 130, says: /^$/ },
  { what: 'it is killed (kill -9)', args: PROFILE, at: 'under load', signal: 'SIGKILL', status: null, says: /^$/ }
]

module.exports = { HELLO, PROFILE, troubles }
