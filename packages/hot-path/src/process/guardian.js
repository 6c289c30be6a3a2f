'use strict'

// Runs beside hot-path, and ends what hot-path has started when hot-path is gone without having done so itself, as
// after kill -9. A server that never comes out of a loop, or a child process of it, would not notice that.
//   node guardian.js <process id of hot-path>
// hot-path holds the other end of our standard input, and says on it what begins and ends.

const readline = require('readline')
const { setTimeout: wait } = require('timers/promises')
const { endFamily } = require('./children')

// Of a process that is stopped, the inspector opens when it goes on.
const OPENS_WITHIN_MS = 15_000
const MOST_MS = 600_000
const AGAIN_MS = 1000

/** @type {Map<string, import('./children').Family>} by process id */
const alive = new Map()
/** @type {Map<string, number[]>} ports that were open before, by the id of a process whose inspector is to be closed */
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
for (const end of [process.stdin, lines]) end.on('error', () => {}) // readline passes the errors of its input on

/**
 * @param {number} pid
 * @param {number[]} before ports that were open before its inspector was
 */
async function closeInspectorOf (pid, before) {
  setTimeout(() => process.exit(), MOST_MS).unref()
  const { closeInspector, openedSince } = require('./inspector') // nothing else needs it
  const { listensOn } = require('./process-tree')
  const inspector = await openedSince(pid, before, OPENS_WITHIN_MS)
  // It may be stopped again, or too busy to hear us.
  if (!inspector) return
  // Where it has us loaded, it closes it by itself. It may also be stopped again, or too busy to hear us.
  const isOpen = () => listensOn(pid).includes(inspector.port)
  do await wait(AGAIN_MS)
  while (isOpen() && !(await closeInspector(pid, inspector)))
}
