'use strict'

// What requests wait for because other threads do it.

const POOL = 'thread pool: '
const WORKER = 'worker thread'
// What requests hardly wait for is not named.
const NAMED = 0.1

/**
 * @param {Record<string, number> | null} shares of the time of the requests, by what they waited for
 * @returns {{ work: string, share: number }[]} what of it was done by other threads, largest first
 */
function poolShares (shares) {
  return Object.entries(shares ?? {})
    .filter(([kind, share]) => (kind.startsWith(POOL) || kind === WORKER) && share >= NAMED)
    .map(([kind, share]) => ({ work: kind.replace(POOL, ''), share }))
    .sort((a, b) => b.share - a.share)
}

/**
 * @param {Record<string, number> | null} shares of the time of the requests, by what they waited for
 * @returns {number} what of it was done by Node's own pool, and not by worker threads
 */
function nodePoolShare (shares) {
  return poolShares(shares).reduce((sum, { work, share }) => (work === WORKER ? sum : sum + share), 0)
}

module.exports = { POOL, WORKER, nodePoolShare, poolShares }
