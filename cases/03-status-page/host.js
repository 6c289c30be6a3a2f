'use strict'

const { execFileSync } = require('child_process')

// Which machine answered: for the people who look after several of them.
function describeHost () {
  return execFileSync('uname', ['-n'], { encoding: 'utf8' }).trim()
}

module.exports = { describeHost }
