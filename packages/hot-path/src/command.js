'use strict'

// hot-path/command: building blocks for a project's own commands (`commands` in the config).
// Each name loads its file when it is first read.

module.exports = {
  get watchCommand () { return require('./cli/commands/watch') },
  get gateCommand () { return require('./cli/commands/gate') },
  get commandsOf () { return require('./cli/commands').commandsOf },
  get formatLook () { return require('./cli/commands/inspect').format },
  get look () { return require('./cli/commands/inspect').look },
  get OF_REQUESTS () { return require('./cli/option-list').OF_REQUESTS },
  get USUAL_PORT () { return require('./cli/option-list').USUAL_PORT },
  get defaultOf () { return require('./cli/options').defaultOf },
  get parse () { return require('./cli/options').parse },
  get HOME_AND_CLEAR () { return require('./cli/terminal').HOME_AND_CLEAR },
  get listenToKeys () { return require('./cli/terminal').listenToKeys },
  get isUnresponsive () { return require('./cli/terminal').isUnresponsive },
  get measureShown () { return require('./cli/terminal').measureShown },
  get progress () { return require('./cli/terminal').progress },
  get sayHowLong () { return require('./cli/terminal').sayHowLong },
  get showPage () { return require('./cli/terminal').showPage },
  get resolvedConfig () { return require('./config/config').resolved },
  get autocannonCommand () { return require('./instruments/equivalent-command').autocannonCommand },
  get environmentOf () { return require('./instruments/equivalent-command').environmentOf },
  get quote () { return require('./instruments/equivalent-command').quote },
  get serverCommand () { return require('./instruments/equivalent-command').serverCommand },
  get withFindings () { return require('./instruments/with-findings').withFindings },
  get formatPorts () { return require('./report/ports').formatPorts },
  get formatPortsOf () { return require('./report/ports').formatPortsOf },
  get printRecord () { return require('./report/record').printRecord },
  get saveRecord () { return require('./report/record').saveRecord },
  get toRecord () { return require('./report/record').toRecord }
}
