'use strict'

// Servers of all kinds, whatever their language or address. No timing is measured.

const fs = require('fs')
const net = require('net')
const path = require('path')
const { once } = require('events')
const t = require('tap')
const { start } = require('../../../src/process/subject')
const { parse } = require('../../../src/cli/options')
const { find } = require('../../../src/cli/commands')
const { toSubject } = require('../../../src/config/subjects')
const { hotPath } = require('../../support/helper')

const HELLO = (text) => `require('http').createServer((req, res) => res.end(${text}))`
const PLAIN = `${HELLO("'hello'")}.listen(process.env.PORT, process.env.HOST)`

/** Starts the named file of a test folder, and returns its answer. */
async function answer (t, files, name, { anyPort, ...options } = {}) {
  const folder = t.testdir(files)
  const running = await start(toSubject(path.join(folder, name), options), { directory: folder, anyPort })
  try {
    const { host, port } = running.address
    const text = await (await fetch(`http://${host.includes(':') ? `[${host}]` : host}:${port}/`)).text()
    return { text, running, folder }
  } finally {
    await running.stop()
  }
}

const servers = {
  CommonJS: { 'server.js': PLAIN },
  'an ES module': {
    'server.mjs':
      "import http from 'node:http'; http.createServer((req, res) => res.end('hello')).listen(process.env.PORT)"
  },
  'one that listens late': { 'server.js': `setTimeout(() => ${PLAIN}, 500)` },
  'one on the IPv6 loopback': { 'server.js': `${HELLO("'hello'")}.listen(0, '::1')` },
  'one on all interfaces': { 'server.js': `${HELLO("'hello'")}.listen(0)` },
  'one that prints a lot': { 'server.js': `for (let i = 0; i < 1e5; i++) console.log('starting, step', i)\n${PLAIN}` },
  'one that opens a port for TLS first': {
    'server.js': `require('https').createServer({}).listen(0, () => { ${PLAIN} })`
  },
  'one with options as an object': {
    'server.js': `${HELLO("'hello'")}.listen({ port: process.env.PORT, host: process.env.HOST })`
  }
}
for (const [what, files] of Object.entries(servers)) {
  t.test(`${what} is started and answers`, async (t) =>
    t.match(await answer(t, files, Object.keys(files)[0]), { text: 'hello' })
  )
}

t.test('TypeScript runs if Node supports it, and is otherwise rejected with a one-line error', async function (t) {
  const files = { 'server.ts': `const greeting: string = 'hello'\n${HELLO('greeting')}.listen(process.env.PORT)` }
  if (process.features.typescript) t.match(await answer(t, files, 'server.ts'), { text: 'hello' })
  else {
    await t.rejects(answer(t, files, 'server.ts'), {
      name: 'OperationalError',
      message: /does not run TypeScript\. Use Node 22\.18 or newer.*NODE_OPTIONS="--import tsx"/
    })
    process.env.NODE_OPTIONS = '--import tsx'
    t.teardown(() => delete process.env.NODE_OPTIONS)
    t.ok(toSubject(path.join(t.testdir(files), 'server.ts')), 'a loader compiles it')
  }
})

t.test('arguments and environment reach the server', async function (t) {
  process.env.HOT_PATH_TEST = 'there'
  t.teardown(() => {
    delete process.env.HOT_PATH_TEST
  })
  const code = `${HELLO('JSON.stringify([process.argv.slice(2), process.env.HOT_PATH_TEST, process.cwd()])')}.listen(process.env.PORT)`
  const { text } = await answer(t, { 'server.js': code }, 'server.js', { args: ['--deep', 'a b', '$(c)'] })
  t.same(JSON.parse(text), [['--deep', 'a b', '$(c)'], 'there', process.cwd()])
})

t.test('arguments after -- belong to the server', async function (t) {
  const { values, positionals } = parse(find('doctor'), ['server.js', '--duration=1', '--', '--duration=2', 'x'])
  t.match({ values, positionals }, { values: { duration: 1, args: ['--duration=2', 'x'] }, positionals: ['server.js'] })
  t.match(await hotPath(['ready', '--', 'x']), {
    status: 2,
    stderr: /^hot-path: ready starts no server, so it cannot pass on "x"\. Leave out "--" and what follows\.\n$/
  })
})

t.test('a folder is started as by npm start', async function (t) {
  const code = `${HELLO('JSON.stringify([process.argv.slice(2), process.execArgv.includes("--no-warnings"), process.env.COLOUR, process.cwd()])')}.listen(process.env.PORT)`
  const { text, folder } = await answer(
    t,
    {
      app: {
        'package.json': '{"scripts":{"start":"COLOUR=\'deep blue\' node --no-warnings ./bin/www --x \'a b\'"}}',
        bin: { 'www.js': code }
      }
    },
    'app'
  )
  t.same(JSON.parse(text), [['--x', 'a b'], true, 'deep blue', fs.realpathSync(path.join(folder, 'app'))])
  t.match(
    await answer(t, { app: { 'package.json': '{}', 'server.js': PLAIN } }, 'app'),
    { text: 'hello' },
    "npm's own default"
  )
})

const folders = {
  'has no start script': { 'package.json': '{"scripts":{"test":"x"}}' },
  'has no package\\.json': { 'server.js': '' },
  'is not valid JSON': { 'package.json': '{' },
  'names a file that does not exist': { 'package.json': '{"scripts":{"start":"node gone.js"}}' }
}
for (const [message, files] of Object.entries(folders)) {
  t.test(`a folder that cannot be started is rejected: ${message}`, async function (t) {
    t.throws(() => toSubject(t.testdir(files)), { name: 'OperationalError', message: new RegExp(message) })
  })
}

t.test('--port chooses among several ports', async function (t) {
  const code = `${HELLO("'main'")}.listen(process.env.PORT, process.env.HOST, () => ${HELLO("'admin'")}.listen(ADMIN, '127.0.0.1'))`
  const holder = net.createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address()
  holder.close()
  await once(holder, 'close')
  const files = { 'server.js': code.replace('ADMIN', port) }
  t.match(await answer(t, files, 'server.js'), { text: 'main' }, 'by default, the first')
  t.match(
    await answer(t, { 'server.js': code.replace('ADMIN', port).replace('process.env.PORT', 0) }, 'server.js', { port }),
    { text: 'admin' }
  )
  await t.rejects(
    answer(t, { 'server.js': code.replace('ADMIN', port).replace('process.env.PORT', 0) }, 'server.js', { port: 1 }),
    { name: 'OperationalError', message: /opened port \d+ and \d+, not 1\. Check --port\./ }
  )
})

t.test('several versions of a server with a hard-coded port run side by side', async function (t) {
  const folder = t.testdir({ 'server.js': `${HELLO("'hello'")}.listen(45454)` })
  const subject = toSubject(path.join(folder, 'server.js'), { port: 45454 })
  const both = await Promise.all([1, 2].map(() => start(subject, { directory: folder, anyPort: true })))
  t.not(both[0].address.port, both[1].address.port)
  for (const running of both) {
    t.equal(await (await fetch(`http://127.0.0.1:${running.address.port}/`)).text(), 'hello')
    await running.stop()
  }
})

const refused = {
  'listens on a Unix socket': `${HELLO("'x'")}.listen(require('path').join(require('os').tmpdir(), 'hot-path-test-' + process.pid + '.sock'))`,
  'speaks TLS': "require('tls').createServer({}).listen(0)"
}
for (const [message, code] of Object.entries(refused)) {
  t.test(`a server that ${message} is rejected with a one-line error`, async function (t) {
    await t.rejects(answer(t, { 'server.js': code }, 'server.js'), {
      name: 'OperationalError',
      message: new RegExp(message)
    })
    for (const name of fs
      .readdirSync(require('os').tmpdir())
      .filter((name) => /^hot-path-test-\d+\.sock$/.test(name))) {
      fs.rmSync(path.join(require('os').tmpdir(), name))
    }
  })
}
