'use strict'

// hot-path/command: building blocks for a project's own commands (`commands` in the config).

module.exports = {
  gateCommand: require('./cli/commands/gate'),
  commandsOf: require('./cli/commands').commandsOf,
  formatDisturbance: require('./cli/commands/inspect').formatDisturbance,
  formatLook: require('./cli/commands/inspect').format,
  look: require('./cli/commands/inspect').look,
  OF_REQUESTS: require('./cli/option-list').OF_REQUESTS,
  USUAL_PORT: require('./cli/option-list').USUAL_PORT,
  defaultOf: require('./cli/options').defaultOf,
  parse: require('./cli/options').parse,
  isUnresponsive: require('./cli/terminal').isUnresponsive,
  measureShown: require('./cli/terminal').measureShown,
  progress: require('./cli/terminal').progress,
  sayHowLong: require('./cli/terminal').sayHowLong,
  showPage: require('./cli/terminal').showPage,
  resolvedConfig: require('./config/config').resolved,
  autocannonCommand: require('./instruments/equivalent-command').autocannonCommand,
  environmentOf: require('./instruments/equivalent-command').environmentOf,
  quote: require('./instruments/equivalent-command').quote,
  serverCommand: require('./instruments/equivalent-command').serverCommand,
  formatPorts: require('./report/ports').formatPorts,
  formatPortsOf: require('./report/ports').formatPortsOf,
  printRecord: require('./report/record').printRecord,
  saveRecord: require('./report/record').saveRecord,
  toRecord: require('./report/record').toRecord
}
