'use strict'

const fs = require('fs')
const path = require('path')
const { OperationalError } = require('../../util/errors')
const { NAMES } = require('../../config/config')
const { MANIFEST, readKept } = require('../../config/json-file')

const WORKFLOW = path.join('.github', 'workflows', 'hot-path.yml')
// Common names of server files, for projects without a start script.
const USUAL_FILES = ['server.js', 'server.mjs', 'app.js', 'index.js', 'index.mjs', 'src/server.js', 'src/index.js']

/** @type {import('../command').Command} */
module.exports = {
  name: 'init',
  usage: '',
  summary: 'Write hot-path.config.js, or with --ci a GitHub workflow',
  options: ['ci'],
  positionals: [0, 0],
  async run (_, { ci }) {
    const folder = process.env.INIT_CWD ?? process.cwd()
    if (ci) return writeWorkflow(folder)
    const there = NAMES.find((name) => fs.existsSync(path.join(folder, name)))
    if (there) throw new OperationalError(`${path.join(folder, there)} is there already. Nothing was written.`)
    const file = path.join(folder, NAMES[0])
    fs.writeFileSync(file, configFor(folder), { flag: 'wx' })
    console.log(
      [
        `Wrote ${path.relative(process.cwd(), file)}, with one subject and one claim. Look at it, and then:`,
        '',
        '  npx hot-path checkup app    what kind of slow is it?',
        '  npx hot-path claims         does it hold what the file claims?'
      ].join('\n')
    )
    return 0
  }
}

/**
 * @param {string} folder project folder
 * @returns {number} the exit status
 */
function writeWorkflow (folder) {
  const file = path.join(folder, WORKFLOW)
  if (fs.existsSync(file)) throw new OperationalError(`${file} is there already. Nothing was written.`)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, workflowFor(serverIn(folder, manifestOf(folder))), { flag: 'wx' })
  console.log(
    [
      `Wrote ${path.relative(process.cwd(), file)}: a gate for each pull request. Look at it, and try it here first:`,
      '',
      `  npx hot-path gate --baseline=git:HEAD --candidate=${serverIn(folder, manifestOf(folder))}`
    ].join('\n')
  )
  return 0
}

/**
 * Generates a GitHub workflow. Actions are pinned to commits, because tags can be moved.
 *
 * @param {string} server path of the server
 * @returns {string} YAML
 */
function workflowFor (server) {
  return `name: hot-path
on: pull_request
permissions:
  contents: read
jobs:
  gate:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
        with:
          fetch-depth: 0
          persist-credentials: false
      - uses: actions/setup-node@49933ea5288caeca8642d1e84afbd3f7d6820020 # v4.4.0
        with:
          node-version: lts/*
          cache: npm
      - run: npm ci --ignore-scripts
      - run: npx --no-install hot-path gate --baseline="git:$(git merge-base "origin/$GITHUB_BASE_REF" HEAD)" --candidate=${server}
`
}

/**
 * @param {string} folder
 * @param {any} manifest package.json of the folder
 * @returns {string} path of the server: `.` for a folder with a start script
 */
function serverIn (folder, manifest) {
  if (manifest.scripts?.start) return '.'
  return USUAL_FILES.find((name) => fs.existsSync(path.join(folder, name))) ?? 'server.js'
}

/**
 * @param {string} folder
 * @returns {string} an initial config in the folder's module system
 */
function configFor (folder) {
  const manifest = manifestOf(folder)
  const file = serverIn(folder, manifest)
  const isModule = manifest.type === 'module'
  return `${isModule ? '' : "'use strict'\n\n"}// The servers of this project, and what is claimed about them: npx hot-path --help
/** @type {import('hot-path').Config} */
${isModule ? 'export default' : 'module.exports ='} {
  subjects: {
    // "." is the folder whose start script runs node; the path is what is requested.
    app: { file: ${JSON.stringify(file)}, path: '/' }
  },
  // For options that are not given.
  defaults: { connections: 50 },
  claims: [
    {
      id: 'steady',
      text: 'A request costs no more than the ones before it.',
      metric: 'costGrowth',
      subject: 'app',
      most: 1.15,
      why: 'Where each costs more, something piles up. Noise alone does a tenth.'
    }
  ]
}
`
}

/**
 * @param {string} folder
 * @returns {any} the parsed package.json; an empty object if there is none
 */
function manifestOf (folder) {
  const file = path.join(folder, 'package.json')
  if (!fs.existsSync(file)) return {}
  return readKept(file, MANIFEST)
}
