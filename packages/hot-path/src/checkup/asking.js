'use strict'

// What a server does to ask other servers: a database, a service.

/** @typedef {import('./records').AnalysisWindow} AnalysisWindow */

const SEVERAL = 3
// Of the time that the main thread is busy. Below half, something else keeps it as busy.
const MOSTLY = 0.5

/**
 * What a main thread is busy with. One that asks others can be busy with asking, while its requests wait: it has
 * connections of its own, so that there are more than those of the load.
 *
 * @param {AnalysisWindow} window
 * @returns {(keyof import('./records').Looks)[]}
 */
function looksAtBusy ({ resources, connections }) {
  return (resources.TCPSocketWrap ?? 0) > connections ? ['cpu', 'waits'] : ['cpu']
}

/**
 * What Node's own HTTP client does is known. A driver of a database writes to its sockets itself, and that cannot be
 * told from what the server writes: of the network's part, as much is asking as there are questions among all that is
 * asked and answered.
 *
 * @param {AnalysisWindow} window
 * @returns {number} of the time that the main thread was busy, 0-1; 0 where nobody looked
 */
function askingShare ({ busyWith, asksInTurn }) {
  if (!busyWith) return 0
  const ofNetwork = asksInTurn !== null && asksInTurn >= SEVERAL ? asksInTurn / (asksInTurn + 1) : 0
  return busyWith.client + ofNetwork * busyWith.node
}

/**
 * @param {AnalysisWindow} window
 * @returns {boolean} whether each request asks several times, one after another, and does hardly anything else: then
 *   the main thread is busy because requests wait, and not the other way round
 */
function onlyAsksInTurn (window) {
  const { asksInTurn, busyWith } = window
  if (asksInTurn === null || asksInTurn < SEVERAL || !busyWith) return false
  return askingShare(window) >= MOSTLY && busyWith.own < MOSTLY
}

module.exports = { askingShare, looksAtBusy, onlyAsksInTurn }
