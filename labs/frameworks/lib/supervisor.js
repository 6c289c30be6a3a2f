'use strict'

// Runs a program without code of hot-path: node supervisor.js <program> [arguments...]
// When standard input is closed because hot-path is gone, it kills the program and its descendants.

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
