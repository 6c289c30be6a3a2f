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
      ? '(the report, as ever)'
      : said
        .replace(/^hot-path: /, '')
        .replace(/:$/, ': …')
        .replaceAll('|', '\\|') || '(nothing)',
    String(status ?? 'none')
  ])
  return table(['what goes wrong', 'command', 'what is said', 'exit status'], rows)
}

/** @param {Seen[]} seen */
function faultsSummary (seen) {
  return `${seen.length} faults, tried by \`npm run test:integration\`. After each, no process was left, and no file but a report; a run that failed left the earlier reports as they were.`
}

module.exports = { faultsSummary, faultsTable }
