'use strict'

// What hot-path prints: its list of commands, a sample as a terminal of 80 columns shows it, and its error messages.
//   node scripts/docs/output.js     runs a check-up, and keeps its first lines in results/sample-output.json

const { execFile } = require('child_process')
const fs = require('fs')
const os = require('os')
const path = require('path')
const { promisify } = require('util')
const { commandsOf } = require('hot-path/command')
const { writeJson } = require('hot-path/testing')
const config = require('../config')
const { table } = require('./table')

const ROOT = path.resolve(__dirname, '../..')
const SERVER = 'trials/servers/looked-at/event-loop/checksum.js'
const LINES = 8

/**
 * @typedef {{ what: string, command: string, status: number | null, said: string }} Seen a tested fault, and the
 *   message printed for it
 */

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

/**
 * @param {{ lines: string[] }} output
 * @returns {string} a code block
 */
function sample ({ lines }) {
  return ['```text', ...lines, '```'].join('\n')
}

/** Runs the check-up on a copy of the server, in an empty folder. */
async function main () {
  const cwd = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-path-sample-'))
  try {
    fs.copyFileSync(path.join(ROOT, SERVER), path.join(cwd, 'server.js'))
    const args = [require.resolve('hot-path/bin'), 'checkup', './server.js', '--no-open']
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd })
    const lines = stdout.split('\n').filter(Boolean).slice(0, LINES)
    writeJson(path.join(ROOT, 'results/sample-output.json'), { date: new Date().toISOString(), node: process.version, server: SERVER, lines })
  } finally {
    fs.rmSync(cwd, { recursive: true })
  }
}

module.exports = { commandsTable, faultsSummary, faultsTable, sample }

if (require.main === module) main()
