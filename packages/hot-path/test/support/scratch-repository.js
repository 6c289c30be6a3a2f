'use strict'

const { execFileSync } = require('child_process')
const fs = require('fs')
const os = require('os')
const path = require('path')

/**
 * Creates a git repository in a temporary folder, which the teardown of the test removes.
 *
 * @param {any} t
 * @param {Record<string, string>} files the committed files, by name
 * @returns {{ folder: string, git: (...args: string[]) => string, write: (name: string, text: string, mode?: number) =>
 *   void }} `git` runs git commands in the folder
 */
function scratchRepository (t, files) {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hot-path-repository-')))
  t.teardown(() => fs.rmSync(folder, { recursive: true, force: true }))
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  const write = (/** @type {string} */ name, /** @type {string} */ text, mode = 0o644) => {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    fs.writeFileSync(path.join(folder, name), text, { mode })
  }
  git('init', '--quiet', '--initial-branch=main')
  for (const [key, value] of [
    ['user.name', 'A'],
    ['user.email', 'a@example.org'],
    ['commit.gpgsign', 'false']
  ]) {
    git('config', key, value)
  }
  write('.gitignore', 'reports/\nnode_modules/\n')
  for (const [name, text] of Object.entries(files)) write(name, text)
  git('add', '.')
  git('commit', '--quiet', '-m', 'one')
  return { folder, git, write }
}

module.exports = { scratchRepository }
