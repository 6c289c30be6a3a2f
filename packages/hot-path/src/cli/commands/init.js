'use strict'

const fs = require('fs')
const path = require('path')
const { manifests } = require('../../load/kubernetes')
const { targetOf } = require('../../process/address')
const { originOf } = require('../../process/exchange')
const { OperationalError } = require('../../util/errors')
const { OF_REQUESTS } = require('../option-list')
const { NAMES } = require('../../config/config')
const { MANIFEST, readKept } = require('../../config/json-file')
const { requestsFrom } = require('../../config/request-options')

const LOCUST = 'hot-path-locust'
const WORKFLOW = path.join('.github', 'workflows', 'hot-path.yml')
// Common names of server files, for projects without a start script.
const USUAL_FILES = ['server.js', 'server.mjs', 'app.js', 'index.js', 'index.mjs', 'src/server.js', 'src/index.js']

/** @type {import('../command').Command} */
module.exports = {
  name: 'init',
  usage: '',
  summary: 'Write a config, a workflow (--ci) or Kubernetes manifests (--locust)',
  options: ['ci', 'locust', 'url', 'connections', 'duration', 'workers', ...OF_REQUESTS.filter((name) => name !== 'path')],
  defaults: { workers: '4' },
  positionals: [0, 0],
  async run (_, values) {
    const folder = process.env.INIT_CWD ?? process.cwd()
    if (values.ci) return writeWorkflow(folder)
    if (values.locust) return writeManifests(folder, values)
    const there = NAMES.find((name) => fs.existsSync(path.join(folder, name)))
    if (there) throw new OperationalError(`${path.join(folder, there)} already exists. Nothing was written.`)
    const file = path.join(folder, NAMES[0])
    fs.writeFileSync(file, configFor(folder), { flag: 'wx' })
    console.log(
      [
        `Wrote ${path.relative(process.cwd(), file)}, with one subject and one claim.`,
        'Review it, then run:',
        '',
        '  npx hot-path checkup app    diagnose what makes the server slow',
        '  npx hot-path claims         check the claims of the file'
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
  if (fs.existsSync(file)) throw new OperationalError(`${file} already exists. Nothing was written.`)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, workflowFor(serverIn(folder, manifestOf(folder))), { flag: 'wx' })
  console.log(
    [
      `Wrote ${path.relative(process.cwd(), file)}, which runs the gate on each pull request.`,
      'Review it, and try the gate here first:',
      '',
      `  npx hot-path gate --baseline=git:HEAD --candidate=${serverIn(folder, manifestOf(folder))}`
    ].join('\n')
  )
  return 0
}

/**
 * @param {string} folder project folder
 * @param {Record<string, any>} values the options
 * @returns {number} the exit status
 */
function writeManifests (folder, values) {
  const { url, connections, duration, workers } = values
  if (url === undefined) throw new OperationalError('--locust needs --url, the URL of the server as pods reach it: --url=http://shop.default.svc:3000/users')
  const { address, path: urlPath } = targetOf(url)
  const requests = requestsFrom(values)
  const workload = { path: urlPath, connections, durationSeconds: duration, workers, ...(requests && { requests }) }
  const written = Object.entries(manifests(originOf(address), workload)).map(([name, text]) => ({
    file: path.join(folder, `${LOCUST}-${name}.yaml`),
    text
  }))
  const there = written.find(({ file }) => fs.existsSync(file))
  if (there) throw new OperationalError(`${there.file} already exists. Nothing was written.`)
  // Requests may contain secrets.
  for (const { file, text } of written) fs.writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
  const [operator, jobs] = written.map(({ file }) => path.relative(process.cwd(), file))
  console.log(
    [
      `Wrote ${operator}, for Locust's Kubernetes operator,`,
      `and ${jobs}, for a cluster without it.`,
      'Apply one of them, and read the result:',
      '',
      `  kubectl apply -f ${jobs}`,
      '  kubectl wait --for=condition=ready pod -l job-name=hot-path-master',
      '  kubectl logs -f job/hot-path-master | npx hot-path load --from=-',
      `  kubectl delete -f ${jobs}`
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
  return `${isModule ? '' : "'use strict'\n\n"}// The servers of this project, and claims about their performance: npx hot-path --help
/** @type {import('hot-path').Config} */
${isModule ? 'export default' : 'module.exports ='} {
  subjects: {
    // file: a server, or "." for the start script in this folder. path: the path to request.
    app: { file: ${JSON.stringify(file)}, path: '/' }
  },
  // Default values of command-line options.
  defaults: { connections: 50 },
  claims: [
    {
      id: 'steady',
      text: 'CPU time per request does not rise with the number of requests served.',
      metric: 'costGrowth',
      subject: 'app',
      most: 1.15,
      why: 'A rising cost means that some state grows with every request. Noise alone causes up to 10 %.'
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
