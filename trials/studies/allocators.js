'use strict'

// How the resident set of servers without a leak depends on the allocator: the default one, the same with at most two
// arenas, and jemalloc (`apt-get install libjemalloc2`). Saves the samples in results/allocators-study.json:
//   node trials/studies/allocators.js
// Nothing else may run on the machine meanwhile.

const fs = require('fs')
const path = require('path')
const { drive, findDriver, machine, start, toSubject, toWorkload, usageOf, withRunDirectory, writeJson } = require('hot-path/testing')

const FOLDER = path.resolve(__dirname, '../servers/memory')
const FILE = path.resolve(__dirname, '../../results/allocators-study.json')
const REPORTS = path.resolve(__dirname, '../../reports/allocators')
const JEMALLOC = '/usr/lib/x86_64-linux-gnu/libjemalloc.so.2'
const ROUNDS = 3
const SECONDS = 5
const CONNECTIONS = 50

/** @type {Record<string, Record<string, string>>} environment variables, by name of the setting */
const SETTINGS = {
  default: {},
  'MALLOC_ARENA_MAX=2': { MALLOC_ARENA_MAX: '2' },
  jemalloc: { LD_PRELOAD: JEMALLOC }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130))

async function main () {
  if (!fs.existsSync(JEMALLOC)) throw new Error('jemalloc is missing: apt-get install libjemalloc2')
  const all = JSON.parse(fs.readFileSync(path.join(FOLDER, 'index.json'), 'utf8'))
  const samples = []
  for (let round = 1; round <= ROUNDS; round++) {
    for (const { file, path: url } of all.filter((/** @type {any} */ { kind }) => kind === 'healthy')) {
      for (const [setting, env] of Object.entries(SETTINGS)) {
        const sample = { server: file, setting, round, ...(await sampled(path.join(FOLDER, file), url, env)) }
        samples.push(sample)
        console.error(JSON.stringify(sample))
      }
    }
  }
  writeJson(FILE, { version: 1, date: new Date().toISOString(), machine: machine(), node: process.version, samples })
}

/**
 * @param {string} file
 * @param {string} url path of the request
 * @param {Record<string, string>} env
 * @returns {Promise<{ rssBytes: number, requestsPerSecond: number }>} at the end of the load
 */
async function sampled (file, url, env) {
  const subject = toSubject(file, { path: url })
  Object.assign(process.env, env) // the server inherits it
  return withRunDirectory(REPORTS, async function (directory) {
    const running = await start(subject, { directory }).finally(() => forget(env))
    try {
      const workload = toWorkload(subject, { connections: CONNECTIONS, durationSeconds: SECONDS })
      const { requestsPerSecond } = await drive(findDriver('built-in', workload), running.address, workload)
      return { rssBytes: Number(usageOf(running.pid)?.rssBytes), requestsPerSecond }
    } finally {
      await running.kill()
    }
  })
}

/** @param {Record<string, string>} env */
function forget (env) {
  for (const name of Object.keys(env)) delete process.env[name]
}

main()
