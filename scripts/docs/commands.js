'use strict'

const { commandsOf } = require('hot-path/command')
const config = require('../config')
const { table } = require('./table')

/** @returns {string} Markdown table of all commands, from the same source as --help */
function commandsTable () {
  return table(
    ['command', 'does'],
    commandsOf(config).map((command) => [`\`${typed(command)}\``, command.summary])
  )
}

/** @param {import('hot-path').Command} command */
function typed ({ name, usage }) {
  if (name === 'step') return 'npm run step:1' // and step:2, step:3
  return `npx hot-path ${name} ${usage}`.trim()
}

module.exports = { commandsTable }
