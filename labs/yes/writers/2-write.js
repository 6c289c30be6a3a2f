'use strict'

// console.log formats what it is given. A line that is ready needs no formatting.

const { EOL } = require('os')

while (true) process.stdout.write('y' + EOL)
