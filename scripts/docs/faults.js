'use strict'

const { table } = require('./table')

/**
 * @typedef {{ what: string, command: string, status: number | null, said: string }} Seen a tested fault, and the
 *   message printed for it
 */

/** @param {Seen[]} seen */
function faultsTable (seen) {
  const rows = seen.map(({ what, command, status, said }) => [
    what,
    `\`${command}\``,
    status === 0
      ? '(the usual report)'
      : said
        .replace(/^hot-path: /, '')
        .replace(/:$/, ': …')
        .replaceAll('|', '\\|') || '(nothing)',
    String(status ?? 'none')
  ])
  return table(['fault', 'command', 'message', 'exit status'], rows)
}

/** @param {Seen[]} seen */
function faultsSummary (seen) {
  return `\`npm run test:integration\` causes ${seen.length} faults. After each, no process and no file except reports was left. Failed runs did not change earlier reports.`
}

module.exports = { faultsSummary, faultsTable }
