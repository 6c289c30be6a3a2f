'use strict'

const { execFile, execFileSync } = require('child_process')
const path = require('path')
const { promisify } = require('util')

const ROOT = path.resolve(__dirname, '../..')
const HOT_PATH = path.join(ROOT, 'packages/hot-path/bin/hot-path.js')

/**
 * Runs hot-path on a supported version of Node.
 *
 * @param {string} node major version
 * @param {string[]} args with `--json`
 * @param {object} [options]
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {(text: string) => void} [options.onStderr] receives what it prints on stderr
 * @returns {Promise<any>} its record; empty if it printed none
 */
async function hotPathOn (node, args, { env = process.env, onStderr = () => {} } = {}) {
  try {
    const run = promisify(execFile)(binary(node), [HOT_PATH, ...args], { cwd: ROOT, env, maxBuffer: 1e8 })
    run.child.stderr?.on('data', onStderr)
    return JSON.parse((await run).stdout)
  } catch (err) {
    const { stdout = '' } = /** @type {{ stdout?: string }} */ (err)
    return stdout.startsWith('{') ? JSON.parse(stdout) : {}
  }
}

/** @type {Map<string, string>} */
const binaries = new Map()

/** @param {string} node version, `24` or `22.0.0`; the npm package `node` has a binary for each */
function binary (node) {
  if (process.version.startsWith(`v${node}.`)) return process.execPath
  if (!binaries.has(node)) {
    binaries.set(
      node,
      execFileSync('npx', ['-y', `node@${node}`, '-p', 'process.execPath'], { encoding: 'utf8' }).trim()
    )
  }
  return String(binaries.get(node))
}

module.exports = { HOT_PATH, binary, hotPathOn }
