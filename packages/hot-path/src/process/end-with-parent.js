'use strict'

/**
 * Ends this process, with all that it has started, when the process that started it is gone, however that ended: it has
 * the other end of our standard input. For a process that was started in a group of its own (children.js).
 *
 * @returns {() => void} to be called when this process is done by itself
 */
function endWithParent () {
  process.stdin.on('error', () => {})
  process.stdin.on('close', endEverything).resume()
  return () => process.stdin.off('close', endEverything).destroy()
}

function endEverything () {
  if (process.platform === 'win32') process.exit(1)
  process.kill(-process.pid, 'SIGKILL')
}

module.exports = { endWithParent }
