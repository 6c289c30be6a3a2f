'use strict'

const { execFileSync } = require('child_process')
const fs = require('fs')
const os = require('os')
const path = require('path')
const { atExit } = require('../util/at-exit')
const { OperationalError } = require('../util/errors')
const { killedIn } = require('../util/run-directory')
const { buildIn, modulesBelow, ownPackages } = require('./packages')

/** @typedef {import('../types/pipeline').Subject} Subject */

// The work tree is in the run directory (util/run-directory.js), so its path shows that it is hot-path's to remove.
const TREE = 'baseline'
const OURS = /[\\/]\.run-\d+-[^\\/]+[\\/]baseline(-[^\\/]*)?$/

/**
 * Checks the server out at another revision, in a separate work tree. The work tree is removed when this process ends.
 *
 * The baseline runs the code of the revision: its working directory, the preloads of its start script, and the packages
 * of an npm workspace are in the work tree. Registry packages are those installed beside the candidate. If the
 * revision's lock file differs, its packages are installed for it.
 *
 * @param {Subject} subject
 * @param {string} revision anything that git accepts: a branch, a tag, HEAD~1
 * @param {object} options
 * @param {string} options.directory the run directory, for the work tree
 * @param {string} [options.build] the command that builds the revision
 * @param {(sentence: string) => void} options.say reports progress
 * @returns {Promise<Subject>}
 * @throws {OperationalError} if git does not know the revision, if installing its packages or building it fails, or if
 *   the revision does not have the file
 */
async function atRevision (subject, revision, { directory, build, say }) {
  const home = path.dirname(subject.entry)
  const root = rootOf(subject)
  const commit = commitOf(root, revision)
  const tree = fs.realpathSync(fs.mkdtempSync(path.join(directory, `${TREE}-`))) // as git reports it: links resolved
  removeKilled(root, path.dirname(directory))
  atExit(() => remove(root, tree)) // registered first: `git worktree add` may fail halfway
  git(root, ['worktree', 'add', '--detach', tree, commit], 'git could not check out the revision')
  if (fs.existsSync(path.join(tree, '.gitmodules'))) {
    say(`Submodules are missing from ${subject.file} at ${revision}: git would have to fetch them.`)
  }
  const realRoot = fs.realpathSync(root)
  const inTree = moved(realRoot, tree)
  const relative = path.relative(realRoot, fs.realpathSync(home))
  const place = { root, tree, home: relative, revision, env: ownEnvironment(), say }
  const reports = path.dirname(directory)
  const kept = await ownPackages({ ...place, reports })
  if (kept) {
    for (const modules of modulesBelow(kept)) {
      if (fs.existsSync(path.join(tree, path.dirname(modules)))) {
        linkEach(path.join(kept, modules), path.join(tree, modules), moved(kept, tree))
      }
    }
  }
  linkModules(root, tree, place.home, inTree)
  if (build) await buildIn(build, place)
  const entry = inTree(subject.entry) ?? subject.entry
  if (!fs.existsSync(entry)) throw new OperationalError(whyMissing(subject, revision, { root, build }))
  const cwd = inTree(subject.cwd ?? process.cwd())
  return {
    ...subject,
    entry,
    file: `${subject.file} at ${revision}`,
    nodeOptions: subject.nodeOptions?.map((option) => (path.isAbsolute(option) ? (inTree(option) ?? option) : option)),
    ...(cwd && { cwd: fs.existsSync(cwd) ? cwd : path.dirname(entry) })
  }
}

/** @param {Pick<Subject, 'file' | 'entry'>} subject */
function rootOf ({ file, entry }) {
  return git(path.dirname(entry), ['rev-parse', '--show-toplevel'], `${file} is not in a git repository, so it has no other revision`)
}

/**
 * @param {string} root of a repository
 * @param {string} revision
 * @returns {string} the commit
 */
function commitOf (root, revision) {
  return git(
    root,
    ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`],
    `git does not know the revision ${JSON.stringify(revision)}${isShallow(root) ? IN_SHALLOW : ''}`
  )
}

/**
 * @param {Subject} subject the candidate
 * @param {string} baseline a revision
 * @param {string} except a file that may have changed
 * @returns {{ baseline: string, candidate: string }} the commits
 * @throws {OperationalError} if the candidate has changes that are not committed
 */
function commitsOf (subject, baseline, except) {
  const root = rootOf(subject)
  const changed = git(root, ['diff', '--name-only', 'HEAD'], 'git cannot tell what has changed')
    .split('\n')
    .filter((name) => name !== '' && path.resolve(root, name) !== path.resolve(except))
  if (changed.length > 0) {
    throw new OperationalError(`--history holds commits, but ${changed.join(', ')} is not committed. Commit it, or leave --history out.`)
  }
  return { baseline: commitOf(root, baseline), candidate: commitOf(root, 'HEAD') }
}

const IN_SHALLOW = '. This repository is shallow: it has only the latest commits. Fetch the others: git fetch --unshallow'

/** @param {string} root of a repository */
function isShallow (root) {
  return orNull(() => git(root, ['rev-parse', '--is-shallow-repository'], '')) === 'true'
}

/**
 * @param {Subject} subject
 * @param {string} revision
 * @param {{ root: string, build?: string }} options
 * @returns {string} a sentence
 */
function whyMissing ({ file, entry }, revision, { root, build }) {
  const missing = `${file} does not exist at revision ${JSON.stringify(revision)}.`
  const isInGit = orNull(() => git(root, ['ls-files', '--error-unmatch', '--', entry], '')) !== null
  if (isInGit) return missing
  return build
    ? `${file} is not in git, and ${JSON.stringify(build)} did not create it at revision ${JSON.stringify(revision)}.`
    : `${file} is not in git, so it does not exist at revision ${JSON.stringify(revision)}. If a build creates it, give the command: --build="npm run build".`
}

/**
 * @param {string} root of the repository, without symbolic links
 * @param {string} tree
 * @returns {(place: string) => string | null} the path in the work tree of a file in the repository; null for other
 *   files. A link in the last path component is not resolved: in the revision it may point elsewhere.
 */
function moved (root, tree) {
  return function (place) {
    const folder = orNull(() => fs.realpathSync(path.dirname(place))) ?? path.dirname(place)
    const relative = path.relative(root, path.join(folder, path.basename(place)))
    return relative.startsWith('..') || path.isAbsolute(relative) ? null : path.join(tree, relative)
  }
}

/**
 * Links the packages installed beside the candidate into the work tree. A workspace links each of its packages into the
 * repository. Such a link is redirected into the work tree, so that the baseline does not run the candidate's code.
 *
 * @param {string} root
 * @param {string} tree
 * @param {string} home the server's folder, relative to the root
 * @param {(place: string) => string | null} inTree
 */
function linkModules (root, tree, home, inTree) {
  for (let at = home; ; at = path.dirname(at)) {
    const [from, to] = [root, tree].map((base) => path.join(base, at, 'node_modules'))
    if (fs.existsSync(from) && !fs.existsSync(to) && fs.existsSync(path.dirname(to))) linkEach(from, to, inTree)
    if (at === '.' || at === '') return
  }
}

/**
 * @param {string} from a node_modules folder, or a scope in one
 * @param {string} to
 * @param {(place: string) => string | null} inTree
 */
function linkEach (from, to, inTree) {
  fs.mkdirSync(to)
  for (const { name } of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, link] = [from, to].map((folder) => path.join(folder, name))
    if (name.startsWith('@')) {
      linkEach(source, link, inTree)
      continue
    }
    const linked = targetOf(source)
    const target = isInstalled(linked) ? linked : (inTree(linked) ?? linked)
    if (!fs.existsSync(target)) continue // a broken link
    fs.symlinkSync(target, link, fs.statSync(target).isDirectory() ? 'junction' : 'file')
  }
}

/**
 * @param {string} source path in a node_modules folder
 * @returns {string} the target of the link, even if it does not exist; `source` if it is not a link
 */
function targetOf (source) {
  const real = orNull(() => fs.realpathSync(source))
  if (real !== null) return real
  const link = orNull(() => fs.readlinkSync(source))
  return link === null ? source : path.resolve(path.dirname(source), link)
}

/** @param {string} place */
function isInstalled (place) {
  return place.split(path.sep).includes('node_modules')
}

/**
 * Unregisters the work trees of killed hot-path runs. Other trees are never touched: a missing one may be on a disk
 * that is not mounted, with its index and its commits.
 *
 * @param {string} root
 * @param {string} reports directory that holds the run directories
 */
function removeKilled (root, reports) {
  const listed = git(root, ['worktree', 'list', '--porcelain'], 'git could not list its work trees')
  const trees = listed
    .split('\n')
    .filter((line) => line.startsWith('worktree '))
    .map((line) => line.slice('worktree '.length))
  const here = fs.realpathSync(reports)
  for (const tree of trees.filter(
    (tree) => OURS.test(tree) && path.dirname(path.dirname(tree)) === here && !fs.existsSync(tree)
  )) {
    remove(root, tree)
  }
}

/**
 * Removes the directories of killed hot-path runs and the work trees in them, whichever repository they belong to.
 *
 * @param {string} reports directory that holds the run directories
 */
function sweepKilled (reports) {
  // An unreadable directory is reported by the command that needs it.
  for (const directory of orNull(() => killedIn(reports)) ?? []) {
    for (const name of fs.readdirSync(directory)) {
      const tree = path.join(directory, name)
      const commonOf = () => git(tree, ['rev-parse', '--path-format=absolute', '--git-common-dir'], '')
      const repository = OURS.test(tree) ? orNull(commonOf) : null
      if (repository !== null) remove(repository, tree)
    }
    fs.rmSync(directory, { recursive: true, force: true })
  }
}

/**
 * @param {string} root of a repository, or its git directory
 * @param {string} tree
 */
function remove (root, tree) {
  try {
    // The second --force removes locked work trees, too. The command also works if the folder is already gone.
    execFileSync('git', [...QUIET, 'worktree', 'remove', '--force', '--force', tree], {
      cwd: root,
      env: ownEnvironment(),
      stdio: 'ignore'
    })
  } catch {
    // The tree was never added, or the repository is gone: only the folder may be left.
  }
  fs.rmSync(tree, { recursive: true, force: true })
}

// The repository's hooks are for its developers' commits and check-outs, not for hot-path's work trees.
const QUIET = ['-c', `core.hooksPath=${os.devNull}`, '-c', 'core.fsmonitor=false']

/** @type {string[]} */
let localVariables

/**
 * Returns the environment without the variables that tell git which repository, index or work tree to use. Git sets
 * these in a hook, and a check-out would then write the baseline into the index of the commit in progress.
 *
 * @returns {NodeJS.ProcessEnv}
 */
function ownEnvironment () {
  localVariables ??= execFileSync('git', ['rev-parse', '--local-env-vars'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore']
  })
    .trim()
    .split('\n')
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !localVariables.includes(name)))
}

/**
 * @param {string} cwd
 * @param {string[]} args
 * @param {string} complaint
 * @returns {string}
 */
function git (cwd, args, complaint) {
  try {
    return execFileSync('git', [...QUIET, ...args], {
      cwd,
      env: ownEnvironment(),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe']
    }).trim()
  } catch (err) {
    if (/** @type {any} */ (err).code === 'ENOENT') {
      throw new OperationalError('git is not installed, and a baseline such as git:main needs it. Install git.', { cause: err })
    }
    throw new OperationalError(`${complaint}. ${String(/** @type {any} */ (err).stderr ?? '').trim()}`.trim(), {
      cause: err
    })
  }
}

/**
 * @template T
 * @param {() => T} read
 * @returns {T | null}
 */
function orNull (read) {
  try {
    return read()
  } catch {
    return null
  }
}

module.exports = { atRevision, commitsOf, sweepKilled }
