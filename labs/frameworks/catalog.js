'use strict'

const path = require('path')

const FOLDER = path.join(__dirname, 'contestants')
const CLUSTERED = path.join(__dirname, 'clustered.js')
const AXUM = path.join(FOLDER, 'axum')

/**
 * All contestants, in the order of the tables. `single` runs one process (or thread), `clustered` two workers.
 *
 * @typedef {object} Contestant
 * @property {string} id
 * @property {string} title
 * @property {string} [crate] folder of the Rust crate to build first
 * @property {Run} single
 * @property {Run} clustered
 */

/** @typedef {{ workers: number, command: string[], env: Record<string, string> }} Run `workers`: threads that answer */

/** @type {Contestant[]} */
const contestants = [
  script('elysia', 'Elysia on Bun', 'bun'),
  script('bun', "Bun's own server", 'bun'),
  axum('axum', 'Axum, in Rust'),
  script('node', 'bare node:http', 'node'),
  script('node-tuned', 'node:http, tuned as the workshop teaches', 'node'),
  script('fastify', 'Fastify', 'node'),
  script('velocy', 'Velocy', 'node'),
  script('restify', 'restify', 'node'),
  script('express', 'Express', 'node')
]

/**
 * @param {string} id of a file in contestants/
 * @param {string} title
 * @param {'node' | 'bun'} runtime
 * @returns {Contestant}
 */
function script (id, title, runtime) {
  const program = runtime === 'node' ? process.execPath : bun()
  const file = path.join(FOLDER, `${id}.js`)
  const env = { NODE_ENV: 'production' }
  return {
    id,
    title,
    single: { workers: 1, command: [program, file], env },
    clustered: { workers: 2, command: [program, CLUSTERED, file], env: { ...env, WORKERS: '2' } }
  }
}

/**
 * @param {string} id
 * @param {string} title
 * @returns {Contestant}
 */
function axum (id, title) {
  const command = [path.join(AXUM, 'target', 'release', 'axum-contestant')]
  const threads = (/** @type {number} */ workers) => ({
    workers,
    command,
    env: { TOKIO_WORKER_THREADS: String(workers) }
  })
  return { id, title, crate: AXUM, single: threads(1), clustered: threads(2) }
}

/** @returns {string} path of Bun's own binary, which the package `bun` would fetch with an install script */
function bun () {
  const system = { linux: 'linux', darwin: 'darwin', win32: 'windows' }[/** @type {string} */ (process.platform)]
  const name = process.arch === 'arm64' ? 'aarch64' : process.arch
  return path.join(
    __dirname,
    'node_modules',
    '@oven',
    `bun-${system}-${name}`,
    'bin',
    process.platform === 'win32' ? 'bun.exe' : 'bun'
  )
}

module.exports = contestants
