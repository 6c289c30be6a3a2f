'use strict'

// Installs the packages of a work tree if its lock file differs from the candidate's, and runs its build command.

const { createHash } = require('crypto')
const { once } = require('events')
const fs = require('fs')
const path = require('path')
const { text } = require('stream/consumers')
const { parse } = require('shell-quote')
const { OperationalError } = require('../util/errors')
const children = require('../process/children')

const KEPT = '.packages'
// Each kept directory is as large as a node_modules.
const MOST_KEPT = 3
const LAST_WORDS = 400

const NPM = ['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund']
const PNPM = ['pnpm', 'install', '--frozen-lockfile', '--ignore-scripts']
const YARN = ['yarn', 'install', '--frozen-lockfile', '--ignore-scripts', '--non-interactive']
const YARN_BERRY = ['yarn', 'install', '--immutable', '--mode=skip-build']

/** @type {Record<string, (folder: string) => string[]>} install command by lock file; install scripts are disabled */
const LOCKS = {
  'package-lock.json': () => NPM,
  'npm-shrinkwrap.json': () => NPM,
  'pnpm-lock.yaml': () => PNPM,
  'yarn.lock': (folder) => (fs.existsSync(path.join(folder, '.yarnrc.yml')) ? YARN_BERRY : YARN)
}

/**
 * Installs the packages of a work tree if its lock file differs from the repository's. They are kept below `reports`,
 * by a hash of the platform, the Node ABI, the install command and the lock file.
 *
 * @param {object} place
 * @param {string} place.root of the repository
 * @param {string} place.tree root of the work tree
 * @param {string} place.home the server's folder, relative to both roots
 * @param {string} place.reports directory
 * @param {string} place.revision for messages
 * @param {NodeJS.ProcessEnv} place.env
 * @param {(sentence: string) => void} place.say reports progress
 * @returns {Promise<string | null>} the folder that holds the packages, with the layout of the tree; null if the
 *   packages installed beside the candidate are the right ones
 * @throws {OperationalError} if installation fails
 */
async function ownPackages ({ root, tree, home, reports, revision, env, say }) {
  const found = lockOf(tree, home)
  if (!found) return null
  const { at, name } = found
  const lock = fs.readFileSync(path.join(tree, at, name))
  const now = path.join(root, at, name)
  if (fs.existsSync(now) && lock.equals(fs.readFileSync(now))) return null
  const command = LOCKS[name](path.join(tree, at))
  const hash = createHash('sha256').update([process.platform, process.versions.modules, ...command].join()).update(lock)
  const kept = path.join(reports, KEPT, hash.digest('hex').slice(0, 16))
  if (!fs.existsSync(kept)) {
    await run(command, { cwd: path.join(tree, at), env, say, doing: `Installing the packages of ${revision}` })
    keep(tree, kept)
  }
  fs.utimesSync(kept, new Date(), new Date())
  dropOldest(path.dirname(kept))
  return kept
}

/**
 * @param {string} tree
 * @param {string} home
 * @returns {{ at: string, name: string } | null} the nearest lock file, from the server's folder upwards
 */
function lockOf (tree, home) {
  for (let at = home; ; at = path.dirname(at)) {
    const name = Object.keys(LOCKS).find((name) => fs.existsSync(path.join(tree, at, name)))
    if (name) return { at, name }
    if (at === '.' || at === '') return null
  }
}

/**
 * Runs the command that builds a revision.
 *
 * @param {string} build command line; it is run without a shell
 * @param {{ tree: string, home: string, revision: string, env: NodeJS.ProcessEnv, say: (sentence: string) => void }}
 *   place
 * @throws {OperationalError} if the command fails
 */
async function buildIn (build, { tree, home, revision, env, say }) {
  const words = parse(build)
  if (words.length === 0 || !words.every((word) => typeof word === 'string')) {
    throw new OperationalError(`--build takes one command without shell syntax, such as "npm run build", not ${JSON.stringify(build)}.`)
  }
  let at = home
  while (at !== '.' && at !== '' && !fs.existsSync(path.join(tree, at, 'package.json'))) at = path.dirname(at)
  await run(/** @type {string[]} */ (words), { cwd: path.join(tree, at), env, say, doing: `Building ${revision}` })
}

/**
 * @param {string[]} command
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, say: (sentence: string) => void, doing: string }} options
 */
async function run ([program, ...args], { cwd, env, say, doing }) {
  const typed = [program, ...args].join(' ')
  say(`${doing}: ${typed} ...`)
  const begun = performance.now()
  const child = children.start(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = Promise.all([child.stdout, child.stderr].map((stream) => stream && text(stream)))
  let end = 'failed'
  try {
    const [status, signal] = await once(child, 'close')
    if (signal) end = `was ended by ${signal}`
    if (status === 0) {
      say(`${doing} took ${((performance.now() - begun) / 1000).toFixed(0)} s (not part of the budget).`)
      return
    }
  } catch (err) {
    throw new OperationalError(`${typed} cannot be run: ${program} is not installed.`, { cause: err })
  }
  throw new OperationalError(`${typed} ${end}. Its last output: ${(await said).join('\n').trim().slice(-LAST_WORDS)}`)
}

/**
 * Moves every node_modules of a work tree to the same relative path in `kept`.
 *
 * @param {string} tree
 * @param {string} kept
 */
function keep (tree, kept) {
  const draft = `${kept}.${process.pid}.new`
  for (const modules of modulesBelow(tree)) {
    fs.mkdirSync(path.dirname(path.join(draft, modules)), { recursive: true })
    fs.renameSync(path.join(tree, modules), path.join(draft, modules))
  }
  fs.mkdirSync(draft, { recursive: true })
  try {
    fs.renameSync(draft, kept)
  } catch {
    fs.rmSync(draft, { recursive: true }) // another run has just kept the same packages
  }
}

/**
 * @param {string} root
 * @param {string} [at]
 * @returns {string[]} the outermost node_modules folders, relative to the root
 */
function modulesBelow (root, at = '') {
  return fs.readdirSync(path.join(root, at), { withFileTypes: true }).flatMap(function (entry) {
    if (!entry.isDirectory() || entry.name === '.git') return []
    const place = path.join(at, entry.name)
    return entry.name === 'node_modules' ? [place] : modulesBelow(root, place)
  })
}

/** @param {string} folder */
function dropOldest (folder) {
  const byAge = fs
    .readdirSync(folder)
    .map((name) => path.join(folder, name))
    .sort((a, b) => fs.statSync(b).mtimeMs - fs.statSync(a).mtimeMs)
  for (const old of byAge.slice(MOST_KEPT)) fs.rmSync(old, { recursive: true, force: true })
}

module.exports = { buildIn, modulesBelow, ownPackages }
