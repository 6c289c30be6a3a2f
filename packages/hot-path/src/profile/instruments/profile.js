'use strict'

const { shorten } = require('../../places/source')
const { hottest } = require('../hottest')

/** @typedef {import('../../records').Profile} Profile */
/** @typedef {import('../../records').WeightedStack} WeightedStack */

/**
 * What every profiler concludes, whatever it recorded with.
 *
 * @param {WeightedStack[]} stacks
 * @returns {Profile} files relative to the working directory, where they lie in it
 */
function toProfile (stacks) {
  const profile = hottest(stacks)
  return { ...profile, hottest: profile.hottest.map((hot) => ({ ...hot, file: hot.file && shorten(hot.file) })) }
}

/**
 * @param {string} title of the instrument
 * @returns {(profile: Profile) => string[]}
 */
function formatter (title) {
  return function ({ hottest, other }) {
    if (hottest.length === 0) return [`${title} saw no JavaScript run. Was there any load?`]
    const app = hottest.find((hot) => hot.kind === 'app')
    const lines = [
      `${title} says: the hottest function is ${where(hottest[0])}, ${hottest[0].self.toFixed(0)} % self time.`
    ]
    if (app && app !== hottest[0]) {
      lines.push(`The hottest function of the application is ${where(app)}, ${app.self.toFixed(0)} % self time.`)
    }
    lines.push('', ' self %  total %  kind        function')
    for (const hot of hottest) lines.push(row(hot))
    lines.push(`${cell(other.garbageCollector)}        -  v8          garbage collector, outside any function`)
    lines.push(`${cell(other.program)}        -  native      system calls and the event loop itself`)
    return lines
  }
}

/** @param {import('../../records').HotFunction} hot */
function row (hot) {
  return `${cell(hot.self)}  ${cell(hot.total)}  ${hot.kind.padEnd(10)}  ${where(hot)}`
}

/** @param {number} percent */
function cell (percent) {
  return percent.toFixed(1).padStart(7)
}

/** @param {import('../../records').Frame} frame */
function where ({ name, file, line }) {
  return `${name} ${file}:${line}`
}

module.exports = { toProfile, formatter }
