'use strict'

const healthy = require('./healthy')

/** @typedef {import('../records').Judge} Judge */
/** @typedef {import('../records').Finding} Finding */

/**
 * Every finding, weightiest first: whether the figures mean anything, then causes before their symptoms, then limits that
 * are not the server's.
 *
 * @type {Judge[]}
 */
const judges = [
  require('./not-enough-data'),
  require('./refusing'),
  require('./accumulation'), // it makes the loop busy and the heap large
  require('./memory-growth'), // it makes the collector busy
  require('./gc'), // it holds the loop
  require('./sync-io'),
  require('./event-loop'),
  require('./thread-pool'),
  require('./host-bound'), // it makes all else slow, and idle
  require('./waiting'),
  require('./generator-bound')
]

/**
 * @param {import('../records').Stretch} stretch
 * @returns {Finding[]} weightiest first; at least one
 */
function findingsOf (stretch) {
  const found = judges.flatMap(({ name, judge }) => {
    const finding = judge(stretch)
    return finding ? [{ name, ...finding }] : []
  })
  const main = found.filter(({ aside }) => !aside)
  const aside = found.filter(({ aside }) => aside)
  return [...main.length > 0 ? main : [{ name: healthy.name, ...healthy.judge(stretch) }], ...aside]
}

module.exports = { findingsOf, names: [...judges, healthy].map(({ name }) => name) }
