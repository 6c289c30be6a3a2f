'use strict'

// write() says false when the stream has enough: stop, and go on when it has drained.

const { EOL } = require('os')

const lines = Buffer.alloc(4096, 'y' + EOL)

function fill () {
  while (process.stdout.write(lines));
  process.stdout.once('drain', fill)
}

fill()
