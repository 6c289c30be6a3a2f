'use strict'

// The sample of output in README, as a terminal of 80 columns shows it:
//   node scripts/docs/sample.js     runs the check-up, and keeps its first lines in results/sample-output.json

const { execFile } = require('child_process')
const fs = require('fs')
const os = require('os')
const path = require('path')
const { promisify } = require('util')
const { writeJson } = require('hot-path/testing')

const ROOT = path.resolve(__dirname, '../..')
const SERVER = 'trials/servers/looked-at/event-loop/checksum.js'
const LINES = 8

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

module.exports = { sample }

if (require.main === module) main()
