'use strict'

const path = require('path')
const neostandard = require('neostandard')

const TOOL = 'packages/hot-path/src'

// The rooms of the tool, and those that each may use. What is not listed here, a room does not know.
const ROOMS = {
  base: [],
  process: ['base'],
  judge: ['base'],
  report: ['base', 'judge'],
  load: ['base', 'process'],
  measure: ['base', 'process', 'load'],
  places: ['base', 'process', 'report'],
  checkup: ['base', 'process', 'load', 'judge', 'report', 'measure', 'places'],
  profile: ['base', 'process', 'load', 'judge', 'report', 'measure', 'places', 'checkup'],
  comparison: ['base', 'load', 'judge', 'report', 'places', 'profile'],
  cli: ['base', 'process', 'load', 'judge', 'report', 'measure', 'places', 'checkup', 'profile', 'comparison']
}

// What beginners read runs with `node`, and knows nothing of ours.
const LESSON = ['steps/**/*.js', 'experiments/**/*.js', 'cases/**/*.{js,mjs}', 'labs/*/writers/*.js', 'labs/*/contestants/*.js']
const WORKSHOP = ['steps', 'experiments', 'cases', 'labs', 'scripts', 'test', 'hot-path.config.js', 'claims.js', 'results']

module.exports = [
  ...neostandard({ ignores: ['reports/**', '.tap/**'] }),
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
    files: ['**/recorded/**', 'labs/frameworks/contestants/**', '**/test/fixtures/**'],
    rules: { '@stylistic/max-len': 'off' }
  },
  {
    // The linter sees the bug that step 1 is about, and that these experiments keep. WORKSHOP.md says so, at the end.
    files: ['steps/01-slow/util.js', 'experiments/noop-listener/util.js', 'experiments/trace-warnings/util.js'],
    rules: { 'no-unused-vars': 'off' }
  },
  ...Object.entries(ROOMS).map(([room, known]) => ({
    files: [`${TOOL}/${room}/**/*.js`],
    rules: restricted(
      [
        ...Object.keys(ROOMS)
          .filter((other) => other !== room && !known.includes(other))
          .map((other) => below(TOOL, other)),
        ...WORKSHOP.map((name) => below(name))
      ],
      `src/${room} does not know this room: eslint.config.js has the rooms that it may use.`
    )
  })),
  {
    files: LESSON,
    rules: restricted(
      [below('packages'), below('scripts'), below('labs', '*', 'lib'), 'hot-path', 'hot-path/**'],
      'A beginner reads this file: it uses nothing of ours.'
    )
  },
  {
    files: ['labs/**/*.js', 'scripts/**/*.js'],
    rules: restricted(['**/packages/**'], 'The workshop uses the tool as everybody does: require("hot-path/...").')
  }
]

/** @param {string[]} names */
function below (...names) {
  const place = path.join(__dirname, ...names)
  return path.extname(place) ? place : path.join(place, '**')
}

/**
 * @param {string[]} name packages, and patterns of absolute paths
 * @param {string} message
 */
function restricted (name, message) {
  return { 'n/no-restricted-require': ['error', [{ name, message }]] }
}
