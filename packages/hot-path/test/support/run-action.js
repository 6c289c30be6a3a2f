'use strict'

// A clone, and the shell steps of action.yml in it, as a runner of GitHub runs them.

const { execFileSync, spawnSync } = require('child_process')
const fs = require('fs')
const path = require('path')
const { parse } = require('yaml')

const ROOT = path.resolve(__dirname, '../../../..')

/**
 * @param {string} folder for a repository and its clone
 * @returns {{ clone: string, git: (...args: string[]) => string }} `git` runs git in the clone, on the branch `main`
 */
function newClone (folder) {
  const [origin, clone] = ['origin', 'clone'].map((name) => path.join(folder, name))
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, { cwd: clone, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', origin])
  execFileSync('git', ['clone', '--quiet', origin, clone], { stdio: 'ignore' })
  git('config', 'user.name', 'A')
  git('config', 'user.email', 'a@example.org')
  git('checkout', '--quiet', '-b', 'main')
  return { clone, git }
}

/**
 * @param {string} clone
 * @param {Record<string, string>} given inputs; the others have their defaults
 * @param {object} options
 * @param {string} options.folder for the files that a runner provides
 * @param {string[]} [options.steps] names of the steps to run, in order
 * @returns {{ status: number | null, stdout: string, stderr: string, output: string, summary: string }} of the last
 *   step that ran: a failing one ends the job
 */
function runAction (clone, given, { folder, steps = ['Gate'] }) {
  const action = parse(fs.readFileSync(path.join(ROOT, 'action.yml'), 'utf8'))
  const usual = Object.entries(action.inputs).map(([name, input]) => [name, input.default])
  const inputs = { ...Object.fromEntries(usual), ...given }
  const INPUT = /\$\{\{ inputs\.([\w-]+) \}\}/g
  const filled = (/** @type {string} */ text) => text.replace(INPUT, (_, name) => inputs[name])
  const [output, summary] = ['output', 'summary'].map((name) => path.join(folder, name))
  for (const file of [output, summary]) fs.writeFileSync(file, '')
  let ended = { status: /** @type {number | null} */ (0), stdout: '', stderr: '' }
  for (const name of steps) {
    const { run, env } = action.runs.steps.find((/** @type {any} */ step) => step.name === name)
    ended = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
      cwd: clone,
      encoding: 'utf8',
      env: {
        ...process.env,
        CI: 'true',
        GITHUB_ACTIONS: 'true',
        GITHUB_BASE_REF: 'main',
        GITHUB_OUTPUT: output,
        GITHUB_STEP_SUMMARY: summary,
        ...Object.fromEntries(Object.entries(env).map(([key, value]) => [key, filled(String(value))]))
      }
    })
    if (ended.status !== 0) break
  }
  const { status, stdout, stderr } = ended
  return { status, stdout, stderr, output: fs.readFileSync(output, 'utf8'), summary: fs.readFileSync(summary, 'utf8') }
}

module.exports = { newClone, runAction }
