'use strict'

// The obvious way: one line at a time, through console.log.

while (true) console.log('y')
