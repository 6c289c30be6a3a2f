'use strict'

const { commandsOf } = require('hot-path/cli/commands/index')
const config = require('./config')
const { table } = require('./table')

/** @returns {string} every command, from the same source as --help */
function commandsTable () {
  return table(
    ['command', 'does'],
    commandsOf(config).map((command) => [`\`npm run ${typed(command)}\``, command.summary])
  )
}

/** @param {import('hot-path/cli/command').Command} command */
function typed ({ name, usage }) {
  if (name === 'step') return 'step:1' // and step:2, step:3
  return [name, usage.startsWith('--') ? `-- ${usage}` : usage].join(' ').trim()
}

module.exports = { commandsTable }
