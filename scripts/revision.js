'use strict'

const { execFileSync } = require('child_process')
const fs = require('fs')
const path = require('path')
const { Fault } = require('../harness/fault')

/** @typedef {import('../harness/records').Subject} Subject */

/**
 * The same server at another revision, in a work tree of its own.
 *
 * @param {Subject} subject
 * @param {string} revision anything that git understands: a branch, a tag, HEAD~1
 * @param {string} directory where the work tree goes; whoever made it takes it away
 * @returns {Subject}
 * @throws {Fault} when git knows no such revision, or the file was not there then
 */
function atRevision (subject, revision, directory) {
  const home = path.dirname(subject.entry)
  const root = git(home, ['rev-parse', '--show-toplevel'], `${subject.file} is not in a git repository, so there is no other revision of it`)
  const commit = git(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`], `git knows no revision ${JSON.stringify(revision)}`)
  const tree = path.join(directory, 'baseline')
  git(root, ['worktree', 'prune'], 'git could not tidy up its work trees') // what a killed run left
  git(root, ['worktree', 'add', '--detach', tree, commit], 'git could not check that revision out')
  process.once('exit', () => forget(root, tree))
  const entry = path.join(tree, path.relative(fs.realpathSync(root), fs.realpathSync(subject.entry)))
  if (!fs.existsSync(entry)) throw new Fault(`${subject.file} was not there at revision ${JSON.stringify(revision)}.`)
  linkModules(root, tree, path.relative(root, home))
  return { ...subject, entry, file: `${subject.file} at ${revision}` }
}

/**
 * Gives the work tree the packages that are installed beside the candidate.
 *
 * @param {string} root
 * @param {string} tree
 * @param {string} home of the server, relative to the root
 */
function linkModules (root, tree, home) {
  for (let at = home; ; at = path.dirname(at)) {
    const [from, to] = [root, tree].map((base) => path.join(base, at, 'node_modules'))
    if (fs.existsSync(from) && !fs.existsSync(to) && fs.existsSync(path.dirname(to))) fs.symlinkSync(from, to, 'junction')
    if (at === '.' || at === '') return
  }
}

/**
 * @param {string} root
 * @param {string} tree
 */
function forget (root, tree) {
  fs.rmSync(tree, { recursive: true, force: true })
  execFileSync('git', ['worktree', 'prune'], { cwd: root, stdio: 'ignore' })
}

/**
 * @param {string} cwd
 * @param {string[]} args
 * @param {string} complaint
 * @returns {string}
 */
function git (cwd, args, complaint) {
  try {
    return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  } catch (err) {
    if (/** @type {any} */ (err).code === 'ENOENT') throw new Fault('git is not installed, and --baseline=git:… needs it.', { cause: err })
    throw new Fault(`${complaint}. ${String(/** @type {any} */ (err).stderr ?? '').trim()}`.trim(), { cause: err })
  }
}

module.exports = { atRevision }
