'use strict'

// Types commands of the guide in a pseudo-terminal.

const { spawn } = require('child_process')
const { once } = require('events')
const path = require('path')

// In columns.
const SHOWN = 80

/**
 * @param {string} folder folder of the project
 * @returns a function that types `npm run learn <words>`. `answer` is typed at the prompt; Ctrl-C is pressed when the
 *   output matches `interruptAt`
 */
function terminalIn (folder) {
  return async function learn (words, { answer, interruptAt } = {}) {
    const line = `stty cols ${SHOWN}; npm run -s learn ${words}`
    const child = spawn('script', ['--quiet', '--return', '--command', line, '/dev/null'], {
      cwd: folder,
      env: { ...process.env, npm_config_cache: path.join(folder, 'npm'), npm_config_update_notifier: 'false' }
    })
    let output = ''
    child.stdout.on('data', function (text) {
      output += text
      if (answer && /\[y\/N\]/.test(output)) {
        child.stdin.write(`${answer}\n`)
        answer = undefined
      }
      if (interruptAt?.test(output)) {
        child.stdin.write('\u0003')
        interruptAt = undefined
      }
    })
    const [status] = await once(child, 'close')
    return { status, output: output.replaceAll('\r', '') }
  }
}

module.exports = { SHOWN, terminalIn }
