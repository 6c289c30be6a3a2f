'use strict'

const fs = require('fs')
const path = require('path')
const { OperationalError } = require('hot-path')
const { isInstalled } = require('hot-path/testing')
const { measurePipe } = require('./pipe-throughput')

const SECONDS = 1
const GIB = 2 ** 30
// Traces the main thread only, and omits the written data.
const STRACE = ['strace', '-s', '0', '-o']

/**
 * Counts the system calls of a writer's main thread per GiB, with strace, from its first write on. strace makes a
 * writer many times slower, so nothing is timed here.
 *
 * @param {string[]} command
 * @param {string} directory
 * @returns {Promise<number | null>} null if strace is missing or not permitted, or saw no write
 */
async function syscallsPerGib (command, directory) {
  if (!isInstalled('strace')) return null
  const log = path.join(directory, 'strace.log')
  try {
    await measurePipe([...STRACE, log, ...command], { seconds: SECONDS, meter: 'embedded', directory })
  } catch (err) {
    if (err instanceof OperationalError) return null // some machines do not permit strace
    throw err
  }
  return countCalls(fs.readFileSync(log, 'utf8'))
}

/**
 * @param {string} log of strace
 * @returns {number | null}
 */
function countCalls (log) {
  const lines = log.split('\n').filter((line) => /^\w+\(/.test(line))
  const begin = lines.findIndex((line) => /^writev?\(1,/.test(line))
  if (begin < 0) return null
  const calls = lines.slice(begin)
  const bytes = calls.map((line) => Number(/^writev?\(1,.*= (\d+)$/.exec(line)?.[1] ?? 0)).reduce((a, b) => a + b)
  return bytes ? (calls.length / bytes) * GIB : null
}

module.exports = { countCalls, syscallsPerGib }
