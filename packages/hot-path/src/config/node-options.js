'use strict'

const { execFileSync } = require('child_process')

// How `node --help` lists options whose value may stand behind a blank: `-r, --require=...`
const WITH_VALUE = /^ +(-[-\w, ]+)=\.\.\./gm

/**
 * @param {string[]} words behind `node`
 * @returns {number} how many of them are node's own options
 */
function countOptions (words) {
  let count = 0
  while (words[count]?.startsWith('-')) count += optionsWithValue().includes(words[count]) ? 2 : 1
  return count
}

/** @type {string[] | undefined} */
let known

/** @returns {string[]} of this version of Node */
function optionsWithValue () {
  const help = () => execFileSync(process.execPath, ['--help'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  known ??= [...help().matchAll(WITH_VALUE)].flatMap(([, names]) => names.split(', '))
  return known
}

module.exports = { countOptions }
