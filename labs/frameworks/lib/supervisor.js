'use strict'

// Runs a program that cannot know of us: node supervisor.js <program> [arguments...]
// When hot-path, which holds the other end of our standard input, is gone, the program is ended with all that it
// started.

const { spawn } = require('child_process')
const { endWithParent } = require('hot-path/testing')

endWithParent()

const [file, ...args] = process.argv.slice(2)
spawn(file, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  .on('error', function ({ message }) {
    console.error(message)
    process.exit(1)
  })
  .on('exit', function (status, signal) {
    if (signal) console.error(`ended by ${signal}`)
    process.exit(status ?? 1)
  })
