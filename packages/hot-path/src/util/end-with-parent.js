'use strict'

/**
 * Kills this process and its process group when the parent process is gone, however that ended: the parent holds the
 * other end of standard input. For a process that was started in its own process group (children.js).
 *
 * @returns {() => void} a function to call when this process has finished its work
 */
function endWithParent () {
  process.stdin.on('error', () => {})
  process.stdin.on('close', endGroup).resume()
  return () => process.stdin.off('close', endGroup).destroy()
}

function endGroup () {
  if (process.platform === 'win32') process.exit(1)
  process.kill(-process.pid, 'SIGKILL')
}

module.exports = { endWithParent }
