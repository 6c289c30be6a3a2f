#!/usr/bin/env node
'use strict'

// yes, made from the fastest writer of this lab. Takes what GNU yes takes, and ends as it ends.

const fs = require('fs')
const { parseArgs } = require('util')
const { version } = require('./package.json')

const STDOUT = 1
const PAGE = 4096 // bytes of memory: see writers/7-page.js
const A_MOMENT_MS = 1

const HELP = `Usage: yes-node [STRING]...
  or:  yes-node OPTION
Repeatedly output a line with all specified STRING(s), or 'y'.

      --help        display this help and exit
      --version     output version information and exit
`

/** As many whole lines as fit into a page; a longer line stays whole. */
function linesOf (line) {
  const bytes = Buffer.from(`${line}\n`)
  return Buffer.alloc(bytes.length * Math.max(1, Math.floor(PAGE / bytes.length)), bytes)
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
  else for (const lines = linesOf(positionals.length ? positionals.join(' ') : 'y'); ;) write(lines)
} catch (err) {
  fail(`standard output: ${err.message}`)
}
