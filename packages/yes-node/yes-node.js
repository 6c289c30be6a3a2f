#!/usr/bin/env node
'use strict'

// yes, made from the fastest writer of this lab. Takes what GNU yes takes, and ends as it ends.

const fs = require('fs')
const { parseArgs } = require('util')
const { version } = require('./package.json')

const STDOUT = 1
const PAGE = 4096 // bytes of memory: see writers/7-page.js
const PIPEFUL = 65536
const LOOK_EACH = 64 * PIPEFUL
const MOST_PREEMPTIONS = 16 // of LOOK_EACH: with two cores there are almost none
const A_MOMENT_MS = 1

const HELP = `Usage: yes-node [STRING]...
  or:  yes-node OPTION
Repeatedly output a line with all specified STRING(s), or 'y'.

      --help        display this help and exit
      --version     output version information and exit
`

/** As many whole lines as fit into this size; a longer line stays whole. */
function linesOf (line, size) {
  const bytes = Buffer.from(`${line}\n`)
  return Buffer.alloc(bytes.length * Math.max(1, Math.floor(size / bytes.length)), bytes)
}

/**
 * Writes the line for ever: a page at a time, while the reader runs on another core. A reader on the same core preempts
 * the writer after each write, so a larger one is faster then. The system may move both at any time.
 */
function repeat (line) {
  const [page, pipeful] = [PAGE, PIPEFUL].map((size) => linesOf(line, size))
  for (let lines = page; ;) {
    const before = preemptions()
    for (let bytes = 0; bytes < LOOK_EACH; bytes += lines.length) write(lines)
    lines = preemptions() - before > MOST_PREEMPTIONS ? pipeful : page
  }
}

function preemptions () {
  return process.resourceUsage().involuntaryContextSwitches
}

/** Writes all bytes, so that no line is incomplete. */
function write (bytes) {
  for (let done = 0; done < bytes.length;) {
    try {
      done += fs.writeSync(STDOUT, bytes, done)
    } catch (err) {
      if (err.code !== 'EAGAIN') throw err
      pause() // another process has set this end of the pipe to non-blocking
    }
  }
}

function pause () {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, A_MOMENT_MS)
}

/**
 * Node ignores SIGPIPE, and would go on with an error. A process that has listened to it once and stops listening gets
 * what every other program has: the reader leaves, and the writer ends without a word.
 */
function endWithTheReader () {
  const ignore = () => {}
  process.on('SIGPIPE', ignore)
  process.removeListener('SIGPIPE', ignore)
}

function optionsOf (args) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { help: { type: 'boolean' }, version: { type: 'boolean' } }
    })
  } catch {
    const option = args.find((arg) => /^-./.test(arg) && arg !== '--help' && arg !== '--version')
    return fail(`unrecognized option '${option}'\nTry 'yes-node --help' for more information.`)
  }
}

function fail (sentence) {
  fs.writeSync(2, `yes-node: ${sentence}\n`)
  process.exit(1)
}

const { values, positionals } = optionsOf(process.argv.slice(2))
endWithTheReader()
try {
  if (values.help) write(Buffer.from(HELP))
  else if (values.version) write(Buffer.from(`yes-node ${version}\n`))
  else repeat(positionals.length ? positionals.join(' ') : 'y')
} catch (err) {
  fail(`standard output: ${err.message}`)
}
