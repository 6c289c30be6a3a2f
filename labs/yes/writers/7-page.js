'use strict'

// No stream at all. While the pipe is full, the system makes the writer wait: a plain loop is all the back-pressure
// that it takes. And a page of memory at a time: larger writes fill the pipe and sleep more often.

const fs = require('fs')
const { EOL } = require('os')

const lines = Buffer.alloc(4096, 'y' + EOL)

while (true) fs.writeSync(1, lines)
