'use strict'

// Watchdog process: ends the processes that hot-path has started if hot-path ends without doing so, as after kill -9. A
// server in an endless loop, or its child processes, would not notice that.
//   node guardian.js <process id of hot-path>
// hot-path holds the other end of standard input, and reports there which processes start and end.

const readline = require('readline')
const { setTimeout: wait } = require('timers/promises')
const { endFamily } = require('./children')

// A process that is stopped, or in a synchronous call, opens its inspector when it continues.
const MOST_MS = 600_000
const AGAIN_MS = 1000
const LOOK_EACH_MS = 100

/** @type {Map<string, import('./children').Family>} by process id */
const alive = new Map()
/** @type {Map<string, number[]>} ports that were open before, by id of the process whose inspector has to be closed */
const inspected = new Map()

const lines = readline.createInterface({ input: process.stdin })
lines.on('line', function (line) {
  const [, sign, pid, rest] = /^([+?-])(\d+) ?(.*)$/.exec(line) ?? []
  if (sign === '+') alive.set(pid, { pid: Number(pid), mark: rest })
  else if (sign === '?') inspected.set(pid, rest.split(',').map(Number))
  else [alive, inspected].forEach((known) => known.delete(pid))
})
lines.on('close', function () {
  alive.forEach(endFamily)
  inspected.forEach((ports, pid) => closeInspectorOf(Number(pid), ports))
})
for (const end of [process.stdin, lines]) end.on('error', () => {}) // readline forwards the errors of its input

/**
 * @param {number} pid
 * @param {number[]} before ports that were open before its inspector was
 */
async function closeInspectorOf (pid, before) {
  setTimeout(() => process.exit(), MOST_MS).unref()
  const { closeInspector, openedSince } = require('./inspector') // needed only here
  const { listensOn } = require('./process-tree')
  const inspector = await openedSince(pid, before, MOST_MS, LOOK_EACH_MS)
  if (!inspector) return
  // If the agent is loaded, it closes the inspector. Otherwise retry: the process may be stopped again or unresponsive.
  const isOpen = () => listensOn(pid).includes(inspector.port)
  do await wait(AGAIN_MS)
  while (isOpen() && !(await closeInspector(pid, inspector)))
}
