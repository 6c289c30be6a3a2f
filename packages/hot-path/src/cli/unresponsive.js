'use strict'

/**
 * Whether a server answered nobody. Then nothing can be told about it, and a command ends with status 3.
 *
 * @param {({ requests: number } | null)[]} loads that it was put under; null where it had ended before
 */
function isUnresponsive (loads) {
  return loads.every((load) => load?.requests === 0)
}

module.exports = { isUnresponsive }
