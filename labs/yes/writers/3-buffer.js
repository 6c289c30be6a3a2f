'use strict'

// Many lines at a time, made once. But nobody asks the stream whether it can keep up.

const { EOL } = require('os')

const lines = Buffer.alloc(4096, 'y' + EOL)

while (true) process.stdout.write(lines)
