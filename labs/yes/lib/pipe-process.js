'use strict'

// Connects a writer to a meter by a pipe, as a shell does, and watches both:
//   node pipe-process.js <request as JSON>
// Runs as a separate process, because a writer in an endless loop cannot notice that hot-path has exited. When standard
// input is closed because hot-path is gone, this process kills both.

const { execFileSync, spawn } = require('child_process')
const { once } = require('events')
const fs = require('fs')
const path = require('path')
const { performance } = require('perf_hooks')
const readline = require('readline')
const { childrenOf, endWithParent, runQueueWaitUs, usageOf } = require('hot-path/testing')

const LOOK_EVERY_MS = 25
const START_TIMEOUT_MS = 10_000 // a busy machine starts programs slowly

const done = endWithParent()

main(JSON.parse(process.argv[2]))
  .then(
    (seen) => fs.writeSync(1, JSON.stringify(seen)),
    (err) => {
      fs.writeSync(2, err.message)
      process.exitCode = 1
    }
  )
  .finally(done)

/**
 * @param {{ command: string[], meterCommand: string[], seconds: number, directory: string, mostRssBytes: number }}
 *   request
 */
async function main ({ command, meterCommand, seconds, directory, mostRssBytes }) {
  const pipe = openPipe(directory)
  const begun = performance.now()
  const now = () => +((performance.now() - begun) / 1000).toFixed(4)
  /** @type {[number, number][]} */
  const counted = []
  /** @type {[number, number][]} */
  const rss = []

  const meter = spawn(meterCommand[0], meterCommand.slice(1), { stdio: [pipe.reads, 'ignore', 'pipe'] })
  const writer = spawn(command[0], command.slice(1), { stdio: ['ignore', pipe.writes, 'inherit'] })
  fs.closeSync(pipe.reads)
  fs.closeSync(pipe.writes)
  const ended = Promise.all([once(writer, 'exit'), once(meter, 'close')])
  if (meter.stderr) readline.createInterface({ input: meter.stderr }).on('line', note)

  /** @type {(number | null)[]} µs that writer and meter waited for a CPU */
  let waits = [null, null]
  /** @type {string | null} */
  let stopped = 'ended' // unless stop() is called
  const look = setInterval(function () {
    const bytes = usageOf(writer.pid)?.rssBytes ?? null
    if (bytes !== null) rss.push([now(), bytes])
    if (bytes !== null && bytes > mostRssBytes) stop('memory')
    // Keep the last value after exit.
    waits = [writer, meter].map(({ pid }, i) => runQueueWaitUs(String(pid)) ?? waits[i])
  }, LOOK_EVERY_MS)
  let over = setTimeout(() => stop(null), START_TIMEOUT_MS)

  /** @param {string} line bytes so far; the measured time begins with the first ones */
  function note (line) {
    if (!(Number(line) > 0)) return
    if (counted.length === 0) {
      clearTimeout(over)
      over = setTimeout(() => stop(null), 1000 * seconds)
    }
    counted.push([now(), Number(line)])
  }

  /** @param {string | null} why */
  function stop (why) {
    if (writer.exitCode === null && writer.signalCode === null) stopped = why
    endTree(writer.pid)
  }

  try {
    await ended
  } finally {
    clearInterval(look)
    clearTimeout(over)
    endTree(writer.pid) // if the meter could not be started
  }
  return { counted, rss, stopped, waitedSeconds: waits.includes(null) ? null : Math.max(...waits.map(Number)) / 1e6 }
}

/**
 * Kills a process and its descendants: a writer outlives strace.
 *
 * @param {number | undefined} pid
 */
function endTree (pid) {
  if (pid === undefined) return
  childrenOf(pid).forEach(endTree)
  try {
    process.kill(pid, 'SIGKILL')
  } catch {} // already exited
}

/**
 * Opens a pipe of the system. Node would create a pair of sockets, which cannot be spliced.
 *
 * @param {string} directory
 */
function openPipe (directory) {
  const file = path.join(directory, `pipe-${process.pid}`)
  execFileSync('mkfifo', [file])
  const both = fs.openSync(file, 'r+') // so that the next two calls do not block
  const [reads, writes] = [fs.openSync(file, 'r'), fs.openSync(file, 'w')]
  fs.closeSync(both)
  fs.unlinkSync(file)
  return { reads, writes }
}
