'use strict'

// The repositories of table.js. Each is created around a server in an existing folder, with `git`, which runs there,
// and `write`.

const { execFileSync } = require('child_process')
const fs = require('fs')
const path = require('path')

const PERSON = ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false']

/**
 * @param {string} folder
 * @param {string[]} args
 * @returns {string}
 */
function git (folder, ...args) {
  return execFileSync('git', [...PERSON, '-c', 'protocol.file.allow=always', ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe']
  })
}

/** @type {Record<string, (folder: string) => void>} */
const repositories = {
  plain (folder) {
    begin(folder)
    commit(folder)
  },

  empty: begin,

  dirty (folder) {
    repositories.plain(folder)
    write(folder, 'staged.js', '1')
    git(folder, 'add', 'staged.js')
    write(folder, 'staged.js', '2')
    write(folder, 'untracked.js', '3')
    fs.appendFileSync(path.join(folder, 'server.js'), '\n// changed\n')
  },

  detached (folder) {
    repositories.plain(folder)
    git(folder, 'checkout', '--quiet', '--detach')
  },

  shallow (folder) {
    repositories.plain(folder)
    fs.appendFileSync(path.join(folder, 'server.js'), '\n// changed\n')
    commit(folder)
    cloned(folder, ['--depth=1'])
  },

  bare (folder) {
    repositories.plain(folder)
    fs.renameSync(path.join(folder, '.git'), path.join(folder, 'bare.git'))
    fs.rmSync(path.join(folder, 'server.js'))
    git(path.join(folder, 'bare.git'), 'config', 'core.bare', 'true')
    git(path.join(folder, 'bare.git'), 'worktree', 'add', '--quiet', '--detach', path.join(folder, 'tree'))
    for (const name of ['.git', 'server.js']) {
      fs.renameSync(path.join(folder, 'tree', name), path.join(folder, name))
    }
    fs.rmSync(path.join(folder, 'tree'), { recursive: true })
    git(folder, 'worktree', 'repair')
  },

  bareItself (folder) {
    git(folder, 'init', '--quiet', '--bare')
  },

  submodule (folder) {
    withSubmodule(folder)
    write(folder, 'server.js', `require('./lib')\n${fs.readFileSync(path.join(folder, 'server.js'), 'utf8')}`)
    commit(folder)
  },

  insideSubmodule: withSubmodule,

  workTrees (folder) {
    repositories.plain(folder)
    git(folder, 'worktree', 'add', '--quiet', '-b', 'topic', path.join(folder, 'topic'))
    git(folder, 'worktree', 'add', '--quiet', '--detach', path.join(folder, 'unmounted'))
    fs.renameSync(path.join(folder, 'unmounted'), path.join(folder, 'away'))
  },

  sparse (folder) {
    begin(folder)
    write(folder, 'docs/a.md', 'a')
    write(folder, 'other/b.md', 'b')
    commit(folder)
    git(folder, 'sparse-checkout', 'set', 'docs')
  },

  moved (folder) {
    begin(folder)
    fs.renameSync(path.join(folder, 'server.js'), path.join(folder, 'old.js'))
    commit(folder)
    git(folder, 'mv', 'old.js', 'server.js')
  },

  merging (folder) {
    begin(folder)
    write(folder, 'a.txt', 'a')
    commit(folder)
    git(folder, 'checkout', '--quiet', '-b', 'topic')
    write(folder, 'a.txt', 'b')
    commit(folder)
    git(folder, 'checkout', '--quiet', 'main')
    write(folder, 'a.txt', 'c')
    commit(folder)
    try {
      git(folder, 'merge', '--quiet', 'topic')
    } catch {} // the conflict is intended
  },

  locked (folder) {
    repositories.plain(folder)
    write(folder, '.git/index.lock', '')
  },

  untracked (folder) {
    begin(folder)
    write(folder, '.gitignore', 'server.js\n')
    commit(folder, '.gitignore')
  }
}

/** @param {string} folder */
function begin (folder) {
  git(folder, 'init', '--quiet', '--initial-branch=main')
  write(folder, '.git/info/exclude', 'reports\ntmp\n')
}

/**
 * @param {string} folder
 * @param {string} [what]
 */
function commit (folder, what = '.') {
  git(folder, 'add', what)
  git(folder, 'commit', '--quiet', '-m', 'a commit')
}

/**
 * Replaces a repository by a clone of it.
 *
 * @param {string} folder
 * @param {string[]} options of `git clone`
 */
function cloned (folder, options) {
  const clone = `${folder}-clone`
  git(folder, 'clone', '--quiet', ...options, `file://${folder}`, clone)
  fs.rmSync(path.join(folder, '.git'), { recursive: true })
  fs.renameSync(path.join(clone, '.git'), path.join(folder, '.git'))
  fs.rmSync(clone, { recursive: true })
}

/** @param {string} folder */
function withSubmodule (folder) {
  const library = `${folder}-library`
  fs.mkdirSync(library)
  begin(library)
  write(library, 'index.js', '')
  fs.copyFileSync(path.join(folder, 'server.js'), path.join(library, 'server.js'))
  commit(library)
  begin(folder)
  git(folder, 'submodule', '--quiet', 'add', library, 'lib')
  fs.rmSync(library, { recursive: true })
  commit(folder)
}

/**
 * @param {string} folder
 * @param {string} name
 * @param {string} text
 */
function write (folder, name, text) {
  fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
  fs.writeFileSync(path.join(folder, name), text)
}

/**
 * @param {string} folder
 * @returns {string} the state of a repository that must not change
 */
function stateOf (folder) {
  return [
    ['status', '--porcelain=2', '--branch', '--untracked-files=no'],
    ['ls-files', '--stage', '-v'],
    ['for-each-ref'],
    ['worktree', 'list', '--porcelain'],
    ['stash', 'list'],
    ['config', '--list', '--local']
  ].map((args) => shown(folder, args)).join('\n')
}

/**
 * @param {string} folder
 * @param {string[]} args
 */
function shown (folder, args) {
  try {
    return git(folder, '--no-optional-locks', ...args)
  } catch (err) {
    return String(/** @type {any} */ (err).stderr) // a bare repository has no status
  }
}

module.exports = { repositories, stateOf }
