'use strict'

const path = require('path')
const neostandard = require('neostandard')

const TOOL = 'packages/hot-path/src'

// The modules of the tool (folders of src), lowest layer first: each may import only those listed before it.
const ROOMS = [
  'types',
  'util',
  'agent',
  'source',
  'verdict',
  'config',
  'process',
  'load',
  'report',
  'measurement',
  'checkup',
  'instruments',
  'comparison',
  'gate',
  'watch',
  'cli'
]

// Unit and integration tests may not read clocks; unit tests may not start servers.
const UNIT = ['test/unit/**/*.js', 'packages/hot-path/test/unit/**/*.js']
const INTEGRATION = ['test/integration/**/*.js', 'packages/hot-path/test/integration/**/*.js']
const CLOCKS = [
  { object: 'Date', property: 'now' },
  { object: 'performance', property: 'now' },
  { object: 'performance', property: 'timeOrigin' },
  { object: 'process', property: 'hrtime' },
  { object: 'process', property: 'uptime' },
  { object: 'process', property: 'cpuUsage' }
]
const CLOCK_MODULES = ['perf_hooks', 'node:perf_hooks', '**/support/performance', '**/support/watch-machine']
const SERVER_MODULES = [
  ...['child_process', 'cluster', 'http', 'https', 'http2', 'net', 'worker_threads'].flatMap((name) => [name, `node:${name}`]),
  '**/support/helper',
  '**/support/reader',
  '**/process/subject',
  '**/measurement/session'
]
const NOT_EXPORTED = 'The workshop uses the tool as everybody does, by what its package.json exports.'
const NEW_DATE = 'NewExpression[callee.name=Date][arguments.length=0]'
const STARTS_SERVER = 'VariableDeclarator[init.arguments.0.value="hot-path/testing"] Property[key.name=/^(start|measure|drive|inspect)$/]'
const NO_SERVER = 'A unit test starts no server and reads no clock: CONTRIBUTING.md, "Tests".'
const NO_CLOCK = 'Only tests in test/performance read a clock or judge a ratio: CONTRIBUTING.md, "Tests".'

// Files that beginners read: they run with plain `node` and import no code of the project.
const LESSON = ['steps/**/*.js', 'experiments/**/*.js', 'cases/**/*.{js,mjs}', 'labs/*/writers/*.js', 'labs/*/contestants/*.js']
const WORKSHOP = ['steps', 'experiments', 'cases', 'labs', 'scripts', 'test', 'trials', 'hot-path.config.js', 'claims.js', 'results']

module.exports = [
  // Servers as other people write them keep their style.
  ...neostandard({ ignores: ['reports/**', '.tap/**', 'trials/servers/reported/**'] }),
  {
    rules: {
      '@stylistic/max-len': [
        'error',
        {
          code: 120,
          ignoreStrings: true,
          ignoreTemplateLiterals: true,
          ignoreRegExpLiterals: true,
          ignoreUrls: true
        }
      ]
    }
  },
  {
    files: ['**/recorded/**', 'labs/frameworks/contestants/**', '**/test/fixtures/**', 'trials/servers/**'],
    rules: { '@stylistic/max-len': 'off' }
  },
  {
    // This rule would report the bug that step 1 is about, and that these experiments keep: WORKSHOP.md, chapter 12.
    files: ['steps/01-slow/util.js', 'experiments/noop-listener/util.js', 'experiments/trace-warnings/util.js'],
    rules: { 'no-unused-vars': 'off' }
  },
  ...ROOMS.map((room, i) => ({
    files: [`${TOOL}/${room}/**/*.js`],
    rules: restricted(
      [...ROOMS.slice(i + 1).map((above) => below(TOOL, above)), ...WORKSHOP.map((name) => below(name))],
      `src/${room} does not know this room: eslint.config.js has the rooms, from the ground up.`
    )
  })),
  {
    files: LESSON,
    rules: restricted(
      [below('packages'), below('scripts'), below('trials'), below('labs', '*', 'lib'), 'hot-path', 'hot-path/**'],
      'Beginners read this file: it must not import modules of hot-path or of the workshop.'
    )
  },
  {
    files: [...UNIT, ...INTEGRATION],
    rules: {
      'no-restricted-properties': ['error', ...CLOCKS.map((clock) => ({ ...clock, message: NO_CLOCK }))],
      'no-restricted-syntax': ['error', { selector: NEW_DATE, message: NO_CLOCK }]
    }
  },
  {
    files: ['test/unit/**/*.js'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: STARTS_SERVER, message: NO_SERVER },
        { selector: NEW_DATE, message: NO_CLOCK }
      ]
    }
  },
  {
    files: ['labs/**/*.js', 'scripts/**/*.js', 'trials/studies/**/*.js', 'claims.js'],
    ignores: LESSON,
    rules: restricted([below(TOOL, '*')], NOT_EXPORTED)
  },
  ...[
    { side: '', others: [below(TOOL, '*')], message: NOT_EXPORTED },
    { side: 'packages/hot-path/', others: WORKSHOP.map((name) => below(name)), message: 'The tool knows no workshop.' }
  ].flatMap(({ side, others, message }) => [
    { files: [`${side}test/**/*.js`], rules: restricted(others, message) },
    { files: [`${side}test/integration/**/*.js`], rules: restricted([...others, ...CLOCK_MODULES], `${message} ${NO_CLOCK}`) },
    {
      files: [`${side}test/unit/**/*.js`],
      rules: restricted([...others, ...CLOCK_MODULES, ...SERVER_MODULES], `${message} ${NO_SERVER}`)
    }
  ])
]

/** @param {string[]} names */
function below (...names) {
  const place = path.join(__dirname, ...names)
  return path.extname(place) ? place : path.join(place, '**')
}

/**
 * @param {string[]} name package names, and patterns of absolute paths
 * @param {string} message
 */
function restricted (name, message) {
  return { 'n/no-restricted-require': ['error', [{ name, message }]] }
}
