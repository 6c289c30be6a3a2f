'use strict'

// Many lines per write, built once. But the stream's back-pressure is ignored.

const { EOL } = require('os')

const lines = Buffer.alloc(4096, 'y' + EOL)

while (true) process.stdout.write(lines)
