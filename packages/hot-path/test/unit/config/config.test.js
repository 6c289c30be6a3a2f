'use strict'

// hot-path.config.js: named servers, defaults and claims, and the one-line errors for invalid ones.

const fs = require('fs')
const path = require('path')
const fc = require('fast-check')
const t = require('tap')
const { loadConfig, resolveConfig } = require('../../../src/config/config')
const { parse } = require('../../../src/cli/options')
const { find } = require('../../../src/cli/commands')
const { toSubject } = require('../../../src/config/subjects')

const SERVER = "require('http').createServer((req, res) => res.end('ok')).listen(process.env.PORT, process.env.HOST)"
const FILE = '/app/hot-path.config.js'

/** Creates a project in a folder without another config in its parent folders. */
function project (t, files) {
  const folder = fs.mkdtempSync(path.join(require('os').tmpdir(), 'hot-path-config-'))
  t.teardown(() => fs.rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    fs.writeFileSync(path.join(folder, name), text)
  }
  return fs.realpathSync(folder)
}

const one = 'subjects: { api: { file: "src/server.js", path: "/users", args: ["--fast"], env: { MODE: "test" } } }'

for (const [name, text] of Object.entries({
  'hot-path.config.js': `module.exports = { ${one} }`,
  'hot-path.config.cjs': `module.exports = { ${one} }`,
  'hot-path.config.mjs': `export default { ${one} }`
})) {
  t.test(`${name} is found from a subfolder, and its paths are relative to its own folder`, async function (t) {
    const folder = project(t, { [name]: text, 'src/server.js': SERVER, 'src/deep/x.txt': '' })
    const config = await loadConfig([path.join(folder, 'src/deep')])
    t.match(toSubject('api', { config, args: ['--now'] }), {
      id: 'api',
      entry: path.join(folder, 'src/server.js'),
      path: '/users',
      args: ['--fast', '--now'],
      env: { MODE: 'test' }
    })
    t.equal(toSubject('api', { config, path: '/other' }).path, '/other', 'what is typed comes first')
    t.match(toSubject('api', { config, rate: 500 }).load, { pace: { requestsPerSecond: 500 } }, 'an open loop')
  })
}

t.test('a folder with a start script is a subject', async function (t) {
  const folder = project(t, {
    'app/package.json': '{"scripts":{"start":"A=1 node main.js -v"}}',
    'app/main.js': SERVER
  })
  const config = resolveConfig(
    { subjects: { app: { file: 'app', env: { B: '2' } } } },
    path.join(folder, 'hot-path.config.js')
  )
  t.match(toSubject('app', { config }), {
    entry: path.join(folder, 'app/main.js'),
    args: ['-v'],
    env: { A: '1', B: '2' },
    cwd: path.join(folder, 'app')
  })
})

t.test('defaults of a config override those of a command, and are overridden by the command line', async function (t) {
  const config = resolveConfig({ defaults: { connections: 7, json: true, budget: '30s' } }, FILE)
  t.match(parse(find('gate'), [], config).values, { connections: 7, json: true, budget: 30 })
  t.match(parse(find('gate'), ['--connections=9'], config).values, { connections: 9 })
  t.match(
    parse(find('cpu-profile'), ['x'], config).values,
    { connections: 7, budget: undefined },
    'where a command knows them'
  )
})

const wrong = {
  'is no object': ['servers', /the export must be object\.$/],
  'has an unknown part': [{ servers: {} }, /additional properties: servers/],
  'has a subject without a file': [{ subjects: { api: {} } }, /subjects\.api must have required property 'file'/],
  'has a subject with another option': [
    { subjects: { api: { file: 'x', pathh: '/' } } },
    /subjects\.api must NOT have additional properties: pathh/
  ],
  'has a name that is no folder': [{ subjects: { '../x': { file: 'x' } } }, /the name of the subject "\.\.\/x" may only have letters/],
  'has a claim about an unknown subject': [
    { claims: [{ id: 'a', metric: 'rssBytes', subject: 'api', most: 1 }] },
    /refers to "api", which is not in "subjects"/
  ],
  'claims something that is not measured': [
    { subjects: { api: { file: 'x' } }, claims: [{ id: 'a', metric: 'speed', subject: 'api', most: 1 }] },
    /claims\.0\.metric must be equal to one of the allowed values: .*requestsPerSecond/
  ],
  'has a claim without a threshold': [
    { subjects: { api: { file: 'x' } }, claims: [{ id: 'a', metric: 'rssBytes', subject: 'api' }] },
    /the claim "a" needs a threshold: "least", "most" or both/
  ],
  'has a claim that nothing can meet': [
    { subjects: { api: { file: 'x' } }, claims: [{ id: 'a', metric: 'rssBytes', subject: 'api', least: 2, most: 1 }] },
    /can never hold: "least" \(2\) is more than "most" \(1\)/
  ],
  'has a claim of too few rounds': [
    { subjects: { api: { file: 'x' } }, claims: [{ id: 'a', metric: 'rssBytes', subject: 'api', most: 1, rounds: 2 }] },
    /needs at least 3 rounds, not 2/
  ],
  'has a claim twice': [
    {
      subjects: { api: { file: 'x' } },
      claims: [1, 2].map((most) => ({ id: 'a', metric: 'rssBytes', subject: 'api', most }))
    },
    /two claims have the id "a"/
  ]
}
for (const [what, [config, message]] of Object.entries(wrong)) {
  t.test(`a config that ${what} is rejected with a one-line error`, async function (t) {
    t.throws(() => resolveConfig(config, FILE), { name: 'OperationalError', message })
  })
}

t.test('four hundred configs of any shape are accepted, or rejected with a one-line error', async function (t) {
  const refuse = function (_, key) {
    if (typeof key === 'string') throw new Error('no')
  }
  const odd = fc.oneof(
    fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true, withSparseArray: true }),
    fc.constant(null).map(() => new Proxy({}, { get: refuse, ownKeys: () => ['file'], getOwnPropertyDescriptor: refuse })),
    fc.constant(null).map(() => ({ get file () { throw null } })), // eslint-disable-line no-throw-literal
    fc.constant(Object.create({ file: 'a.js' })),
    fc.constant(function () {})
  )
  const request = fc.record({ path: fc.oneof(fc.constant('/x'), odd), method: odd, headers: odd, body: odd, weight: odd }, { requiredKeys: [] })
  const requests = fc.oneof(fc.array(fc.oneof(request, odd), { maxLength: 3 }), odd)
  const load = fc.record({ requests, pace: odd, expects: odd }, { requiredKeys: [] })
  const subject = fc.record({ file: fc.oneof(fc.constant('a.js'), odd), path: fc.oneof(fc.constant('/'), odd), port: odd, title: odd, load, env: odd, args: odd }, { requiredKeys: ['file'] })
  const config = fc.record({
    subjects: fc.oneof(fc.dictionary(fc.constantFrom('api', 'x y', '__proto__', ''), fc.oneof(subject, odd), { maxKeys: 2 }), odd),
    defaults: odd,
    claims: fc.oneof(fc.array(odd, { maxLength: 2 }), odd),
    commands: odd
  }, { requiredKeys: [] })
  fc.assert(fc.property(fc.oneof(config, odd), function (one) {
    try {
      resolveConfig(one, '/srv/hot-path.config.js')
      return true
    } catch (err) {
      return err.name === 'OperationalError' && /^\/srv\/hot-path\.config\.js(: .*\.$| cannot be read\. )/s.test(err.message)
    }
  }), { numRuns: 400 })
})
