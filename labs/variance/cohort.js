'use strict'

// A cohort: several processes of one server, alive at the same time, measured in turns of a few milliseconds. What all
// processes of a turn have in common is the machine; what one process keeps over all turns is its own.

const fs = require('fs')
const { ClosedLoop, children, freePort, isListening, toWorkload } = require('hot-path/testing')

const HOST = '127.0.0.1'
const BURST_SECONDS = 0.02
const WARM_SECONDS = 1.25
// They have idled while the others started.
const RESUME_SECONDS = 0.2
const CONNECTIONS = 10

/**
 * @param {{ file: string, path: string }} server
 * @param {import('./factors')[0]} factor
 * @param {string} node path of a Node binary
 * @param {{ processes: number, turns: number }} size
 * @returns {Promise<number[][]>} CPU time per request in µs, for each process one value for each turn
 */
async function measureCohort ({ file, path }, factor, node, { processes, turns }) {
  const { connections = CONNECTIONS, warmSeconds = WARM_SECONDS } = factor
  const workload = toWorkload({ path, file: '' }, { connections, durationSeconds: warmSeconds })
  /** @type {Running[]} */
  const cohort = []
  try {
    for (let i = 0; i < processes; i++) {
      const running = await begin(file, factor, node)
      cohort.push(running)
      await withLoad(running, workload, (load) => load.load(warmSeconds))
    }
    return await inTurns(cohort, workload, turns)
  } finally {
    for (const { child } of cohort) children.end(child)
  }
}

/** @typedef {{ child: import('child_process').ChildProcess, port: number }} Running */

/**
 * @param {string} file
 * @param {import('./factors')[0]} factor
 * @param {string} node
 * @returns {Promise<Running>} a process that listens
 */
async function begin (file, { through = [], flags = [] }, node) {
  const port = await freePort()
  const [program, ...args] = [...through, node, ...flags, file]
  const child = children.start(program, args, { env: { ...process.env, PORT: String(port), HOST }, stdio: 'ignore' })
  while (!(await isListening({ host: HOST, port }))) {
    const ended = child.exitCode ?? child.signalCode
    if (ended !== null) throw new Error(`${[program, ...args].join(' ')} has ended: ${ended}`)
  }
  return { child, port }
}

/**
 * @template T
 * @param {Running} running
 * @param {import('hot-path').Workload} workload
 * @param {(load: any) => Promise<T>} work
 */
async function withLoad ({ port }, workload, work) {
  const load = new ClosedLoop({ host: HOST, port }, workload, {})
  try {
    await load.opened()
    return await work(load)
  } finally {
    load.close()
  }
}

/**
 * @param {Running[]} cohort
 * @param {import('hot-path').Workload} workload
 * @param {number} turns
 */
async function inTurns (cohort, workload, turns) {
  const loads = cohort.map(({ port }) => new ClosedLoop({ host: HOST, port }, workload, {}))
  try {
    await Promise.all(loads.map((load) => load.opened()))
    /** @type {number[][]} */
    const costs = cohort.map(() => [])
    for (const load of loads) await load.load(RESUME_SECONDS)
    for (let turn = 0; turn < turns; turn++) {
      for (const i of shuffled(cohort.length)) {
        const pid = Number(cohort[i].child.pid)
        const before = cpuUs(pid)
        const { requests } = await loads[i].load(BURST_SECONDS)
        costs[i].push((cpuUs(pid) - before) / requests)
      }
    }
    return costs
  } finally {
    for (const load of loads) load.close()
  }
}

/**
 * @param {number} count
 * @returns {number[]} the numbers below `count` in random order: no process is always the first of a turn
 */
function shuffled (count) {
  const drawn = Array.from({ length: count }, (_, i) => ({ i, at: Math.random() }))
  return drawn.toSorted((a, b) => a.at - b.at).map(({ i }) => i)
}

/**
 * @param {number} pid
 * @returns {number} CPU time of all threads in µs (first field of /proc/<pid>/task/<tid>/schedstat, in ns)
 */
function cpuUs (pid) {
  const tasks = `/proc/${pid}/task`
  const texts = fs.readdirSync(tasks).map((task) => fs.readFileSync(`${tasks}/${task}/schedstat`, 'utf8'))
  return texts.reduce((sumNs, text) => sumNs + Number(text.split(' ')[0]), 0) / 1000
}

module.exports = { measureCohort }
