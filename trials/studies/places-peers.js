'use strict'

// Runs other tools on the first held-out server of each finding, and saves their results beside the check-up's in
// results/places-study.json: Clinic Doctor and Clinic Flame as hot-path runs them, Clinic Bubbleprof and Clinic
// HeapProfiler from the package `clinic`, which the workshop does not install:
//   npm install --prefix /tmp/clinic clinic
//   CLINIC=/tmp/clinic/node_modules/.bin/clinic node trials/studies/places-peers.js
// It can be stopped at any time, and resumes where it stopped.

const { spawn } = require('child_process')
const fs = require('fs')
const os = require('os')
const path = require('path')
const { fileURLToPath } = require('url')
const { OperationalError } = require('hot-path')
const { writeJson } = require('hot-path/testing')
const { SECONDS, doctor, flame } = require('./peers')
const { SETS, serversOf } = require('./places-trial')

const ROOT = path.resolve(__dirname, '../..')
const FILE = path.join(ROOT, 'results/places-study.json')
const AUTOCANNON = path.join(ROOT, 'node_modules/.bin/autocannon')
const CONNECTIONS = 100
const LOAD = ['--path=/', `--connections=${CONNECTIONS}`]
// Time limit per tool, of which the load takes 5 s. A tool that has drawn no page by then hangs.
const PATIENCE_MS = 45_000

// Folder for the tools' files.
const left = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-path-peers-'))
process.once('exit', () => fs.rmSync(left, { recursive: true, force: true }))

/** @typedef {import('./peers').Said} Said */

/** @type {Record<string, (file: string) => Promise<Said>>} */
const tools = {
  Doctor: (file) => doctor(file, LOAD),
  Flame: (file) => flame(file, LOAD),
  async Bubbleprof (file) {
    const { why, pages } = await clinic('bubbleprof', file, [])
    return { said: why ?? (pages.length ? 'a picture' : 'nothing'), place: null }
  },
  async HeapProfiler (file) {
    const { why, folder, pages } = await clinic('heapprofiler', file, ['--collect-only'])
    const [recorded] = pages.filter((name) => name.endsWith('heapprofile') || name.endsWith('heapprofiler'))
    const text = recorded ? fs.readFileSync(path.join(folder, recorded), 'utf8') : ''
    if (why || text === '') return { said: why ?? 'nothing', place: null }
    return largestIn(JSON.parse(text), file)
  }
}

async function main () {
  if (!process.env.CLINIC) throw new OperationalError('CLINIC is to say where the program clinic is.')
  const study = JSON.parse(fs.readFileSync(FILE, 'utf8'))
  study.peers ??= []
  for (const server of firstOfEach(serversOf('unseen').filter((server) => !server.endsWith('ts')))) {
    for (const [tool, ask] of Object.entries(tools)) {
      const isDone = study.peers.some((/** @type {any} */ one) => one.server === server && one.tool === tool)
      if (isDone) continue
      const sinceMs = performance.now()
      const { said, place } = await ask(path.join(SETS.unseen, server))
      const seconds = Number(((performance.now() - sinceMs) / 1000).toFixed(1))
      console.error(`${server}, ${tool}: ${said}${place ? ` at ${place.file}:${place.line}` : ''} (${seconds} s)`)
      study.peers.push({ server, tool, said, place, seconds })
      writeJson(FILE, study)
    }
  }
}

/**
 * @param {string[]} servers as `finding/name.js`
 * @returns {string[]} the first one of each finding
 */
function firstOfEach (servers) {
  const findings = new Set(servers.map((server) => path.dirname(server)))
  return [...findings].map((finding) => String(servers.find((server) => path.dirname(server) === finding)))
}

/**
 * @param {string} tool
 * @param {string} file
 * @param {string[]} options
 * @returns {Promise<{ why: string | null, folder: string, pages: string[] }>} `why`: reason if there is no result;
 *   `pages`: its files, relative to `folder`
 */
function clinic (tool, file, options) {
  const folder = fs.mkdtempSync(path.join(left, 'clinic-'))
  const load = `${AUTOCANNON} -c${CONNECTIONS} -d${SECONDS} http://127.0.0.1:$PORT/`
  const args = [tool, '--open=false', `--dest=${folder}`, ...options, `--on-port=${load}`, '--', 'node', file]
  const child = spawn(String(process.env.CLINIC), args, {
    cwd: folder,
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', NO_INSIGHT: '1' }
  })
  const sinceMs = performance.now()
  return new Promise(function (resolve) {
    /** @type {string | null} */
    let why = null
    const timer = setTimeout(function () {
      why = 'nothing: it hung'
      process.kill(-Number(child.pid), 'SIGKILL')
    }, PATIENCE_MS)
    child.on('close', function () {
      clearTimeout(timer)
      if (performance.now() - sinceMs < 1000 * SECONDS) why = 'nothing: it ended before the load did'
      const pages = fs.readdirSync(folder, { recursive: true }).map(String)
      resolve({ why, folder, pages })
    })
  })
}

/**
 * @param {{ head: any }} profile
 * @param {string} server
 * @returns {Said} the function that allocated the most live bytes; `place`: the first one in the server's file
 */
function largestIn ({ head }, server) {
  /** @type {{ name: string, file: string, line: number, bytes: number }[]} */
  const all = []
  const walk = (/** @type {any} */ { callFrame: { functionName, url, lineNumber }, selfSize, children = [] }) => {
    const file = url.startsWith('file:') ? fileURLToPath(url) : url
    all.push({ name: functionName || '(anonymous)', file, line: lineNumber + 1, bytes: selfSize })
    children.forEach(walk)
  }
  walk(head)
  all.sort((a, b) => b.bytes - a.bytes)
  const own = all.find(({ file }) => file === server)
  return { said: all[0]?.name ?? 'nothing', place: own ? { file: path.basename(own.file), line: own.line } : null }
}

main().catch(function (err) {
  console.error(err instanceof OperationalError ? err.message : err)
  process.exitCode = 1
})
