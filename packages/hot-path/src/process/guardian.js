'use strict'

// Runs beside hot-path, and ends what hot-path has started when hot-path is gone without having done so itself, as
// after kill -9. A server that never comes out of a loop, or a child process of it, would not notice that.
//   node guardian.js <process id of hot-path>
// hot-path holds the other end of our standard input, and says on it what begins and ends.

const readline = require('readline')
const { endFamily } = require('./family')

/** @type {Map<string, import('./family').Family>} by process id */
const alive = new Map()

const lines = readline.createInterface({ input: process.stdin })
lines.on('line', function (line) {
  const [, sign, pid, mark] = /^([+-])(\d+) ?(.*)$/.exec(line) ?? []
  if (sign === '+') alive.set(pid, { pid: Number(pid), mark })
  else alive.delete(pid)
})
lines.on('close', () => alive.forEach(endFamily))
for (const end of [process.stdin, lines]) end.on('error', () => {}) // readline passes the errors of its input on
