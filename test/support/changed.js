'use strict'

// Finds the servers of the workshop that differ from an earlier revision.

const { execFileSync } = require('child_process')
const fs = require('fs')
const path = require('path')

const CONFIG = 'hot-path.config.js'
const MAIN = ['main', 'origin/main']

/**
 * @param {string} root root of the project
 * @returns {(...args: string[]) => string | null} a function that runs git, and returns null if git fails
 */
function gitIn (root) {
  return function (...args) {
    try {
      return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    } catch {
      return null
    }
  }
}

/**
 * Returns the revision to compare the working files with: the merge base with main; on main, the previous commit; in a
 * pull request on GitHub, the merge base with its base branch.
 *
 * @param {string} root root of the project
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ revision: string | null, name: string, missing: string | false }} `missing`: why there is no revision
 */
function baseline (root, { GITHUB_BASE_REF }) {
  const git = gitIn(root)
  const none = (/** @type {string} */ missing) => ({ revision: null, name: '', missing })
  if (git('rev-parse', '--show-toplevel') !== fs.realpathSync(root)) return none('this is no git repository')
  const bases = GITHUB_BASE_REF ? [`origin/${GITHUB_BASE_REF}`] : MAIN
  const base = bases.find((name) => git('rev-parse', '--verify', '--quiet', `${name}^{commit}`) !== null)
  if (!base) return none(`git knows no ${bases.join(', no ')}: fetch it`)
  const merged = git('merge-base', 'HEAD', base)
  if (merged === null) return none(`git knows no commit that HEAD and ${base} share: fetch the whole history`)
  if (merged !== git('rev-parse', 'HEAD')) return { revision: merged, name: `the merge base with ${base}`, missing: false }
  const before = git('rev-parse', '--verify', '--quiet', 'HEAD^')
  return before === null
    ? none('git knows no commit before this one: fetch the whole history')
    : { revision: before, name: 'the commit before', missing: false }
}

/**
 * @param {string} root root of the project
 * @param {string} revision
 * @returns {(import('hot-path').ConfigSubject & { id: string, isNew: boolean, accepted: string | null })[]} the
 *   servers with changed files in their own folder; `accepted`: the reason for a slowdown, if added since then
 */
function changedSubjects (root, revision) {
  const git = gitIn(root)
  const changed = new Set(
    `${git('diff', '--name-only', revision, '--', '.')}\n${git('ls-files', '--others', '--exclude-standard')}`.split('\n')
  )
  const configBefore = git('show', `${revision}:${CONFIG}`) ?? ''
  const { subjects } = require(path.join(root, CONFIG))
  return Object.entries(subjects)
    .filter(([, { isScript, file }]) => !isScript && filesOf(root, file).some((name) => changed.has(name)))
    .map(function ([id, subject]) {
      const { acceptedSlowdown } = subject
      const isAccepted = acceptedSlowdown && !configBefore.includes(acceptedSlowdown)
      return {
        id,
        ...subject,
        isNew: git('cat-file', '-e', `${revision}:${subject.file}`) === null,
        accepted: isAccepted ? acceptedSlowdown : null
      }
    })
}

/**
 * @param {string} root
 * @param {string} file relative to `root`
 * @param {Set<string>} [seen]
 * @returns {string[]} the file and the files that it requires from its own folder, relative to `root`
 */
function filesOf (root, file, seen = new Set()) {
  if (seen.has(file)) return []
  seen.add(file)
  const place = path.join(root, file)
  const home = path.dirname(place)
  const source = fs.readFileSync(place, 'utf8')
  const required = [...source.matchAll(/(?:require\(|from |import )['"](\.\/[^'"]+)['"]/g)].map(([, name]) => path.join(home, name))
  return [
    file,
    ...required
      .flatMap((name) => [name, `${name}.js`].filter((name) => fs.existsSync(name) && fs.statSync(name).isFile()).slice(0, 1))
      .flatMap((name) => filesOf(root, path.relative(root, name), seen))
  ]
}

module.exports = { baseline, changedSubjects, filesOf }
