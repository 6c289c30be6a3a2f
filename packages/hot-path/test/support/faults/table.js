'use strict'

const fs = require('fs')
const path = require('path')

// Possible faults, the message for each, and the exit status. Tested by test/integration/faults/faults.test.js;
// docs/evidence/error-messages.md shows the results.

const serve = (answer) =>
  `const server = require('http').createServer(${answer}).listen(process.env.PORT, process.env.HOST)`
const HELLO = serve("(req, res) => res.end('hello')")
const SHORT = ['--connections=10', '--duration=0.4', '--no-open']
const PROFILE = ['cpu-profile', 'server.js', ...SHORT]
const LONGER = [...PROFILE, '--duration=1']
const CHECKUP = ['checkup', 'server.js', ...SHORT, '--duration=3']
const KEPT = fs.readFileSync(path.join(__dirname, '../../../../../results/compare.json'), 'utf8')
const BRIEF = ['--rounds=1', '--duration=0.3', '--timeline=0', '--no-open']
const COMPARE = ['compare', 'server.js', ...BRIEF]
const FLAME = ['flame', ...PROFILE.slice(1)]
const FOLDER = ['cpu-profile', '.', ...SHORT]
const REVISION = ['compare', 'git:HEAD', ...COMPARE.slice(1)]
const GATE = ['gate', '--baseline=git:HEAD', '--candidate=server.js', '--budget=1s']
const REPORT = /Load: \d+ requests/
const starts = (script) => ({ 'package.json': JSON.stringify({ scripts: { start: script } }) })
// A server that starts itself again as a child, with the given options of spawn().
const withChild = (options, then = '') =>
  `if (process.argv[2] !== 'child') {
  require('child_process').spawn(process.execPath, [__filename, 'child'], ${options}).unref()
  ${HELLO}
  ${then}
} else setInterval(() => {}, 1000)`

/**
 * @typedef {object} Trouble
 * @property {string} what
 * @property {string} [server] source code of the server; default: answers hello
 * @property {string[]} args arguments of hot-path
 * @property {number} status
 * @property {RegExp} says expected on stderr, or on stdout if the status is not 2
 * @property {string} [at] text on stderr after which the signal is sent, once a server runs
 * @property {NodeJS.Signals} [signal] signal, sent twice
 * @property {NodeJS.Signals} [then] signal sent instead of the second one, once the first has stopped the process
 * @property {string} [whom] word in the command line of the process that gets the signals; default: hot-path
 * @property {Record<string, string>} [files] existing files, which must stay unchanged
 * @property {'port' | 'disk' | 'room' | 'tool' | 'reports'} [without] resource that is taken away
 * @property {string} [under] shell command that runs before hot-path
 * @property {string} [folder] name of the working directory
 * @property {NodeJS.ProcessEnv} [env] additional variables
 * @property {string} [secret] value in the environment that must not appear anywhere
 * @property {string} [repository] name of the repository in repositories.js
 */

/** @type {Trouble[]} */
const troubles = [
  // The server
  {
    what: 'the server never listens',
    server: 'setInterval(() => {}, 1000)',
    args: PROFILE,
    status: 2,
    says: /opened no port within 30 s\. Does it call listen\(\)\?/
  },
  {
    what: 'the server ends immediately',
    server: '',
    args: PROFILE,
    status: 2,
    says: /server\.js ended unexpectedly.*\. It printed nothing\./
  },
  {
    what: 'the server crashes after it starts listening',
    server: `${HELLO}\nsetTimeout(() => { throw new Error('no database') }, 300)`,
    args: LONGER,
    status: 2,
    says: /ended unexpectedly with status \d+\. It printed:[^]*no database/
  },
  {
    what: 'the server crashes under load',
    server: serve(
      "(req, res) => { res.end('hello'); if (performance.now() > 1000) throw new Error('no more coffee') }"
    ),
    args: LONGER,
    status: 2,
    says: /ended unexpectedly with status \d+\. It printed:[^]*no more coffee/
  },
  {
    what: 'the server crashes during a comparison',
    server: serve(
      "(req, res) => { res.end('hello'); if (performance.now() > 1000) throw new Error('no more coffee') }"
    ),
    args: COMPARE,
    status: 2,
    says: /ended unexpectedly with status \d+\. It printed:[^]*no more coffee/
  },
  {
    what: 'the server never responds',
    server: serve('() => {}'),
    args: CHECKUP,
    status: 3,
    says: /^refusing: Requests get no answer/m
  },
  { what: 'the server never responds, under the profiler', server: serve('() => {}'), args: PROFILE, status: 3, says: /no responses/ },
  { what: 'the server never responds, in a comparison', server: serve('() => {}'), args: COMPARE, status: 3, says: /answered no requests/ },
  {
    what: 'the server is stuck in an endless loop',
    server: serve('() => { for (;;); }'),
    args: PROFILE,
    status: 2,
    says: /The server has not responded for 12 s: its event loop is blocked/
  },
  {
    what: 'the server responds slowly',
    server: serve("(req, res) => setTimeout(() => res.end('hello'), 400)"),
    args: PROFILE,
    status: 0,
    says: /Load: \d+ requests .*\nLatency: [4-9]\d\d ms median/
  },
  {
    what: 'the server resets its connections',
    server: serve('(req) => req.socket.resetAndDestroy()'),
    args: CHECKUP,
    status: 3,
    says: /^refusing: /m
  },
  {
    what: 'the body is shorter than its Content-Length',
    server: serve("(req, res) => res.writeHead(200, { 'Content-Length': 100 }).end('hello')"),
    args: CHECKUP,
    status: 3,
    says: /^refusing: Requests get no answer/m
  },
  {
    what: 'the server ignores SIGINT',
    server: `process.on('SIGINT', () => {}).on('SIGTERM', () => {})\n${HELLO}`,
    args: PROFILE,
    status: 0,
    says: /Load: \d+ requests/
  },
  {
    what: 'the server starts child processes',
    server: `if (process.argv[2] !== 'child') { require('child_process').fork(__filename, ['child']); ${HELLO} } else setInterval(() => {}, 1000)`,
    args: PROFILE,
    status: 0,
    says: /Load: \d+ requests/
  },
  {
    what: 'the server exits when its standard input ends',
    server: `process.stdin.on('end', () => process.exit(0)).resume()\n${HELLO}`,
    args: PROFILE,
    status: 0,
    says: REPORT
  },
  {
    what: 'the server reads commands from its standard input',
    server: `require('readline').createInterface({ input: process.stdin }).on('line', () => {}).on('close', () => process.exit(3))\n${HELLO}`,
    args: CHECKUP,
    status: 0,
    says: /^The check-up says/m
  },
  {
    what: 'the server starts to listen late',
    server: `setTimeout(() => { ${HELLO} }, 1000)`,
    args: PROFILE,
    status: 0,
    says: /Load: \d+ requests/
  },
  {
    what: 'the server first probes a free port',
    server: `const probe = require('net').createServer().listen(0, '127.0.0.1', () => probe.close(() => { ${HELLO} }))`,
    args: PROFILE,
    status: 0,
    says: /Load: \d+ requests/
  },
  {
    what: 'the server speaks TLS, but not HTTP',
    server: "require('tls').createServer({}).listen(0, '127.0.0.1')",
    args: PROFILE,
    status: 2,
    says: /speaks TLS, but the load generators support only HTTP/
  },
  {
    what: 'the server prints without end',
    server: `${HELLO}\nsetInterval(() => console.log('x'.repeat(1000)))`,
    args: PROFILE,
    status: 0,
    says: /Load: \d+ requests/
  },

  {
    what: 'the server closes its port and reopens it',
    server: `${HELLO}\nsetTimeout(() => server.close(() => server.listen(process.env.PORT, process.env.HOST)).closeAllConnections(), 800)`,
    args: LONGER,
    status: 0,
    says: REPORT
  },
  {
    what: 'the server prints binary data without end',
    server: `${HELLO}\nsetInterval(() => process.stdout.write(require('crypto').randomBytes(1000)))`,
    args: PROFILE,
    status: 0,
    says: REPORT
  },
  {
    what: 'the server crashes, and its output has terminal escape sequences',
    server: 'process.stdout.write(\'\\x1b]0;taken\\x07\\x1b[2J\\x9b31m\'); throw new Error(\'no \\x1b[31mdatabase\')',
    args: PROFILE,
    status: 2,
    says: /ended unexpectedly with status \d+\. It printed:[^]*Error: no database/
  },
  {
    what: 'the server crashes, and its output is a line of 1 MB',
    server: "require('fs').writeSync(1, 'x'.repeat(1e6)); process.exit(1)",
    args: PROFILE,
    status: 2,
    says: /ended unexpectedly with status \d+\. It printed:[^]*xxx/
  },
  {
    what: 'the server starts a child in another process group',
    server: withChild("{ detached: true, stdio: 'ignore' }"),
    args: PROFILE,
    status: 0,
    says: REPORT
  },
  {
    what: 'the server starts a process that outlives its parent',
    server: `if (process.argv[2] === 'child') { require('child_process').spawn(process.execPath, [__filename, 'grandchild'], { detached: true, stdio: 'ignore' }).unref() }
else if (process.argv[2] === 'grandchild') setInterval(() => {}, 1000)
else { require('child_process').spawnSync(process.execPath, [__filename, 'child']); ${HELLO} }`,
    args: PROFILE,
    status: 0,
    says: REPORT
  },
  {
    what: 'the start script preloads modules',
    server: `${HELLO}; if (!globalThis.agent) process.exit(1)`,
    files: { ...starts('node -r ./agent.js --import ./more.mjs server.js'), 'agent.js': 'globalThis.agent = 1', 'more.mjs': '' },
    args: FOLDER,
    status: 0,
    says: REPORT
  },
  {
    what: 'NODE_OPTIONS preloads a module',
    under: 'export NODE_OPTIONS="--require ./agent.js"',
    server: `${HELLO}; if (!globalThis.agent) process.exit(1)`,
    files: { 'agent.js': 'globalThis.agent = 1' },
    args: PROFILE,
    status: 0,
    says: REPORT
  },
  {
    what: 'the server may not read files (permission model)',
    server: HELLO,
    files: starts('node --experimental-permission --allow-fs-read=./server.js server.js'),
    args: FOLDER,
    status: 2,
    says: /Node's permission model blocks the code that hot-path loads into it\./
  },
  {
    what: 'the server may only read files (permission model)',
    server: HELLO,
    files: starts('node --experimental-permission --allow-fs-read="*" server.js'),
    args: FOLDER,
    status: 2,
    says: /Node's permission model blocks the code that hot-path loads into it\./
  },
  {
    what: 'a worker thread with its own options listens',
    server: `const { Worker, isMainThread } = require('worker_threads'); if (isMainThread) new Worker(__filename, { execArgv: ['--no-warnings'] }); else { ${HELLO} }`,
    args: PROFILE,
    status: 0,
    says: REPORT
  },
  {
    what: 'a worker thread listens on a port other than PORT',
    server: 'const { Worker, isMainThread } = require(\'worker_threads\'); if (isMainThread) new Worker(__filename); else require(\'http\').createServer((req, res) => res.end()).listen(0, \'127.0.0.1\')',
    args: PROFILE,
    status: 2,
    says: /opened no port within 30 s\. .*worker thread/
  },
  {
    what: 'the server speaks HTTP/1.0',
    server: "require('net').createServer((socket) => socket.on('error', () => {}).once('data', () => socket.end('HTTP/1.0 200 OK\\r\\n\\r\\nhello'))).listen(process.env.PORT, process.env.HOST)",
    args: PROFILE,
    status: 0,
    says: REPORT
  },
  {
    what: 'a response ends when the connection closes',
    server: "require('net').createServer((socket) => socket.on('error', () => {}).once('data', () => socket.end('HTTP/1.1 200 OK\\r\\n\\r\\nhello'))).listen(process.env.PORT, process.env.HOST)",
    args: COMPARE,
    status: 0,
    says: /req\/s/
  },
  {
    what: 'the server sends early hints (103)',
    server: serve("(req, res) => { res.writeEarlyHints({ link: '</a.css>; rel=preload' }); res.end('hello') }"),
    args: PROFILE,
    status: 0,
    says: REPORT
  },
  {
    what: 'the responses never end (server-sent events)',
    server: serve("(req, res) => { res.writeHead(200, { 'content-type': 'text/event-stream' }); const beat = setInterval(() => res.write('data: 1\\n\\n'), 50); res.on('close', () => clearInterval(beat)) }"),
    args: PROFILE,
    status: 3,
    says: /no responses/
  },
  {
    what: 'the responses never end, in a comparison',
    server: serve("(req, res) => { res.writeHead(200, { 'content-type': 'text/event-stream' }); const beat = setInterval(() => res.write('data: 1\\n\\n'), 50); res.on('close', () => clearInterval(beat)) }"),
    args: COMPARE,
    status: 3,
    says: /answered no requests/
  },
  {
    what: 'the server redirects every request',
    server: serve("(req, res) => res.writeHead(302, { location: 'http://192.0.2.1/' }).end()"),
    args: CHECKUP,
    status: 0,
    says: /100 % of failed requests: answers with 302/
  },
  {
    what: 'the response headers are huge',
    server: serve("(req, res) => { for (let i = 0; i < 100; i++) res.setHeader('x-' + i, 'x'.repeat(1000)); res.end('hello') }"),
    args: PROFILE,
    status: 0,
    says: REPORT
  },
  {
    what: 'the server does not speak HTTP',
    server: "require('net').createServer((socket) => socket.on('error', () => {}).once('data', () => socket.end('220 mail.example.org ESMTP\\r\\n'))).listen(process.env.PORT, process.env.HOST)",
    args: PROFILE,
    status: 3,
    says: /no responses/
  },
  { what: 'the server sets process.exitCode', server: `process.exitCode = 1\n${HELLO}`, args: COMPARE, status: 0, says: /req\/s/ },
  { what: 'the server sets process.exitCode, under Flame', server: `process.exitCode = 1\n${HELLO}`, args: FLAME, status: 0, says: REPORT },
  {
    what: 'the server sets an exit status when it exits',
    server: `process.on('exit', () => { process.exitCode = 3 })\n${HELLO}`,
    args: COMPARE,
    status: 0,
    says: /req\/s/
  },
  {
    what: 'the server listens only on IPv6',
    server: "require('http').createServer((req, res) => res.end('hello')).listen({ port: process.env.PORT, host: '::', ipv6Only: true })",
    args: PROFILE,
    status: 0,
    says: REPORT
  },
  {
    what: 'the server drops its privileges',
    server: `${HELLO}; if (process.getuid() === 0) server.on('listening', () => { process.setgid(65534); process.setuid(65534) })`,
    args: PROFILE,
    status: 0,
    says: REPORT
  },
  {
    what: 'the start script has options whose value follows a blank',
    server: `${HELLO}; if (process.title !== 'shop') process.exit(1)`,
    files: starts('node --title shop --max-http-header-size 80000 server.js'),
    args: FOLDER,
    status: 0,
    says: REPORT
  },
  {
    what: 'the start script sets an invalid PORT',
    files: starts('PORT=abc node server.js'),
    args: FOLDER,
    status: 2,
    says: /server\.js is started with PORT=abc, which is not a port number\. Set PORT to a number, or unset it\./
  },
  {
    what: 'the server runs out of memory',
    server: `const kept = []\n${serve('(req, res) => { kept.push(Array(1e6).fill(0)); res.end() }')}`,
    files: starts('node --max-old-space-size=30 server.js'),
    args: FOLDER,
    status: 2,
    says: /ended unexpectedly \(SIGABRT\)\./
  },
  { what: 'the server changes its working directory', server: `process.chdir('/')\n${HELLO}`, args: PROFILE, status: 0, says: REPORT },
  {
    what: 'the server ignores uncaught exceptions',
    server: `process.on('uncaughtException', () => {})\n${serve("(req, res) => { res.end('hello'); throw new Error('no coffee') }")}`,
    args: PROFILE,
    status: 0,
    says: REPORT
  },
  {
    what: 'the server closes its standard streams',
    server: `for (const fd of [0, 1, 2]) require('fs').closeSync(fd)\n${HELLO}`,
    args: PROFILE,
    status: 0,
    says: REPORT
  },
  {
    what: 'a top-level await never settles',
    files: { 'server.mjs': 'await new Promise(() => {})' },
    args: ['cpu-profile', 'server.mjs', ...SHORT],
    status: 2,
    says: /ended unexpectedly with status 13\./
  },
  { what: 'the file is not JavaScript', server: 'fn main() {}', args: PROFILE, status: 2, says: /ended unexpectedly with status \d+\. It printed:[^]*SyntaxError/ },

  // The machine
  { what: 'the port is in use', without: 'port', args: PROFILE, status: 2, says: /Its port is in use: .*--port/ },
  {
    what: 'reports/ cannot be written',
    without: 'reports',
    args: PROFILE,
    status: 2,
    says: /reports\/server is a file, but a folder is needed there\./
  },
  { what: 'the disk is full', without: 'disk', args: PROFILE, status: 2, says: /no space left on the disk\. Free some space|Is the disk full\?/ },
  {
    what: 'the maximum file size is reached (ulimit -f)',
    without: 'room',
    args: CHECKUP,
    status: 2,
    says: /a file would exceed the maximum file size \(ulimit -f\)\. Raise the limit\./
  },
  {
    what: 'a tool is not installed',
    without: 'tool',
    args: ['doctor', 'server.js', ...SHORT],
    status: 2,
    says: /Clinic Doctor cannot run: @clinic\/doctor is not installed\. Run: npm install --save-dev @clinic\/doctor/
  },
  {
    what: 'logs of other runs exist',
    files: { 'node_trace.1.log': '{', 'isolate-1-v8.log': 'x' },
    args: PROFILE,
    status: 0,
    says: /Load: \d+ requests/
  },

  { what: 'the terminal has 10 columns', env: { COLUMNS: '10' }, args: PROFILE, status: 0, says: REPORT },
  { what: 'the terminal is dumb (TERM=dumb)', env: { TERM: 'dumb' }, args: PROFILE, status: 0, says: REPORT },
  {
    what: 'the locale is Turkish',
    env: { LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
    args: PROFILE,
    status: 0,
    says: REPORT
  },
  { what: 'few open files are allowed (ulimit -n)', under: 'ulimit -n 64', args: PROFILE, status: 0, says: REPORT },
  { what: 'fewer open files are allowed than there are connections', under: 'ulimit -n 64', args: [...PROFILE, '--connections=100'], status: 2, says: /ulimit -n/ },
  { what: 'little memory is available', under: 'export NODE_OPTIONS=--max-old-space-size=40', args: PROFILE, status: 0, says: REPORT },
  { what: 'the home folder is not writable', env: { HOME: '/dev/null/home', XDG_CACHE_HOME: '/dev/null/cache' }, args: FLAME, status: 0, says: REPORT },
  { what: 'the folder for temporary files is missing', under: 'export TMPDIR=/dev/null/tmp', args: PROFILE, status: 0, says: REPORT },
  { what: 'standard output is closed', under: 'exec >&-', args: PROFILE, status: 0, says: /^$/ },
  ...['flame', '0x'].map((tool) => ({
    what: `the folder name contains a pattern of V8's file names, under ${tool}`,
    folder: 'a %t %p %% b',
    args: [tool, ...PROFILE.slice(1)],
    status: 0,
    says: REPORT
  })),
  {
    what: "the folder name contains a pattern of Node's trace files",
    folder: 'a $' + '{rotation} b',
    args: ['doctor', ...PROFILE.slice(1)],
    status: 2,
    says: /Clinic Doctor cannot work in .*, because of its name\. Run it in another folder\./
  },
  { what: 'the folder name has blanks and quotes', folder: 'it\'s "a" folder; $(touch x) & b', args: PROFILE, status: 0, says: REPORT },
  { what: 'git is not installed', repository: 'plain', env: { PATH: '' }, args: GATE, status: 2, says: /git is not installed/ },

  // The user
  ...[
    ['Ctrl-C before the server listens', PROFILE, 'starting'],
    ['Ctrl-C under load', PROFILE, 'under load'],
    ['Ctrl-C while the report is made', ['flame', ...PROFILE.slice(1)], 'drawing'],
    ['Ctrl-C while versions are compared', [...COMPARE, '--duration=9'], 'Measuring'],
    ['Ctrl-C during a check-up', CHECKUP, 'under load']
  ].map(([what, args, at]) => ({ what, args, at, signal: 'SIGINT', status: 130, says: /^$/ })),
  { what: 'hot-path receives SIGTERM', args: PROFILE, at: 'under load', signal: 'SIGTERM', status: 130, says: /^$/ },
  { what: 'hot-path is killed (kill -9)', args: PROFILE, at: 'under load', signal: 'SIGKILL', status: null, says: /^$/ },
  { what: 'the terminal is closed (SIGHUP)', args: PROFILE, at: 'under load', signal: 'SIGHUP', status: 130, says: /^$/ },
  { what: 'hot-path is suspended and resumed (SIGSTOP, SIGCONT)', args: PROFILE, at: 'under load', signal: 'SIGSTOP', then: 'SIGCONT', status: 0, says: REPORT },
  { what: 'the server is suspended and resumed', args: PROFILE, at: 'under load', whom: 'preload.js', signal: 'SIGSTOP', then: 'SIGCONT', status: 0, says: REPORT },
  { what: 'the server is suspended for good', args: PROFILE, at: 'under load', whom: 'preload.js', signal: 'SIGSTOP', status: 2, says: /has not responded for \d+ s/ },
  { what: 'the server is killed (kill -9)', args: PROFILE, at: 'under load', whom: 'preload.js', signal: 'SIGKILL', status: 2, says: /ended unexpectedly \(SIGKILL\)/ },
  { what: 'the server is killed, under Flame', args: FLAME, at: 'under load', whom: 'max-inlined', signal: 'SIGKILL', status: 2, says: /ended unexpectedly/ },
  { what: 'the process that runs Flame is killed', args: FLAME, at: 'under load', whom: 'instruments/recorder', signal: 'SIGKILL', status: 2, says: /ended unexpectedly/ },
  { what: 'the process that draws the report is killed', args: FLAME, at: 'drawing', whom: 'instruments/recorder', signal: 'SIGKILL', status: 2, says: /was ended by SIGKILL/ },
  { what: 'hot-path is killed while the server is stuck in an endless loop', server: serve('() => { for (;;); }'), args: PROFILE, at: 'under load', signal: 'SIGKILL', status: null, says: /^$/ },
  { what: 'hot-path is killed during a comparison', args: [...COMPARE, '--duration=9'], at: 'Measuring', signal: 'SIGKILL', status: null, says: /^$/ },
  { what: 'hot-path is killed while Flame profiles', args: FLAME, at: 'under load', signal: 'SIGKILL', status: null, says: /^$/ },
  { what: 'hot-path is killed, and the server has a child process', server: withChild("{ stdio: 'ignore' }"), args: CHECKUP, at: 'under load', signal: 'SIGKILL', status: null, says: /^$/ },
  { what: 'hot-path is killed, and the server has a child in another process group', server: withChild("{ detached: true, stdio: 'ignore' }"), args: CHECKUP, at: 'under load', signal: 'SIGKILL', status: null, says: /^$/ },
  { what: 'the environment contains a secret', env: { API_TOKEN: 'swordfish-4711' }, secret: 'swordfish-4711', files: starts('API_KEY=$API_TOKEN node server.js'), args: FOLDER, status: 0, says: REPORT },
  { what: 'the environment contains a secret, under Flame', env: { API_TOKEN: 'swordfish-4711' }, secret: 'swordfish-4711', files: starts('API_KEY=$API_TOKEN node server.js'), args: ['flame', ...FOLDER.slice(1)], status: 0, says: REPORT },
  {
    what: 'the page of a comparison would overwrite the saved comparison',
    files: { 'kept.html': KEPT },
    args: ['compare', '--from=kept.html', '--no-open'],
    status: 2,
    says: /the page would overwrite kept\.html/
  },
  {
    what: 'the page of a comparison would overwrite another page',
    files: { 'kept.json': KEPT, 'kept.html': '<p>mine' },
    args: ['compare', '--from=kept.json', '--no-open'],
    status: 2,
    says: /kept\.html already exists, and was not written by hot-path/
  },
  { what: 'a saved comparison is read from a pipe', under: 'exec < kept.json', files: { 'kept.json': KEPT }, args: ['compare', '--from=/dev/stdin', '--no-open'], status: 2, says: /stdin/ },

  // The repository
  { what: 'the repository is shallow', repository: 'shallow', args: ['gate', '--baseline=git:HEAD~1', ...GATE.slice(2)], status: 2, says: /shallow.*git fetch --unshallow/ },
  { what: 'the work tree has uncommitted changes', repository: 'dirty', args: REVISION, status: 0, says: /req\/s/ },
  { what: 'HEAD is detached', repository: 'detached', args: REVISION, status: 0, says: /req\/s/ },
  { what: 'the folder is a work tree of a bare repository', repository: 'bare', args: REVISION, status: 0, says: /req\/s/ },
  { what: 'the repository is bare', repository: 'bareItself', args: GATE, status: 2, says: /git repository/ },
  { what: 'the server needs a submodule', repository: 'submodule', args: REVISION, status: 2, says: /Submodules are missing from server\.js at HEAD[^]*Cannot find module/ },
  { what: 'the server is in a submodule', repository: 'insideSubmodule', args: ['compare', 'git:HEAD', 'lib/server.js', ...BRIEF], status: 0, says: /req\/s/ },
  { what: 'the repository has other work trees', repository: 'workTrees', args: REVISION, status: 0, says: /req\/s/ },
  { what: 'the checkout is sparse', repository: 'sparse', args: REVISION, status: 0, says: /req\/s/ },
  { what: 'the file has moved since the revision', repository: 'moved', args: GATE, status: 2, says: /does not exist at revision/ },
  { what: 'the repository has no commits', repository: 'empty', args: GATE, status: 2, says: /git does not know the revision "HEAD"/ },
  { what: 'the folder is not in a repository', args: GATE, status: 2, says: /is not in a git repository/ },
  { what: 'a merge is in progress', repository: 'merging', args: REVISION, status: 0, says: /req\/s/ },
  { what: 'another git process holds the index lock', repository: 'locked', args: REVISION, status: 0, says: /req\/s/ },
  { what: 'the file is not in git', repository: 'untracked', args: GATE, status: 2, says: /is not in git/ },
  { what: 'the revision looks like an option', repository: 'plain', args: ['gate', '--baseline=git:--help', ...GATE.slice(2)], status: 2, says: /git does not know the revision "--help"/ },
  { what: 'a gate is interrupted', repository: 'plain', args: [...GATE, '--budget=30s'], at: 'Measuring', signal: 'SIGINT', status: 130, says: /^$/ },
  { what: 'a gate is killed', repository: 'plain', args: [...GATE, '--budget=30s'], at: 'Measuring', signal: 'SIGKILL', status: null, says: /^$/ }
]

module.exports = { HELLO, PROFILE, troubles }
