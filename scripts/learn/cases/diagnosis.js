'use strict'

// Judges a diagnosis: first the kind of problem, then a line within the function that causes it.

/** @typedef {import('./list').Case} Case */
/** @typedef {import('./list').Illness} Illness */

const KINDS = ['event-loop', 'sync-io', 'gc', 'accumulation', 'memory-growth', 'thread-pool', 'waiting', 'refusing', 'stalls', 'healthy']

/**
 * @param {Case} one
 * @param {string} answer such as `waiting app.js:31`
 * @returns {{ illness: Illness | null, said: string }} `illness`: the diagnosed one, null if the answer is wrong
 */
function judgeAnswer ({ illnesses }, answer) {
  const [kind = '', place = ''] = answer.trim().split(/\s+/)
  if (!KINDS.includes(kind)) return no(`There is no finding ${JSON.stringify(kind)}. Findings: ${KINDS.join(', ')}.`)
  const illness = illnesses.find(({ finding, alsoNamed = [] }) => [finding, ...alsoNamed].includes(kind))
  if (!illness) {
    return no(
      `It is not ${kind}, or ${kind} is only a symptom. Read the ticket and the evidence again. npx hot-path waits ` +
        'shows what requests wait for; npx hot-path cpu-profile shows which functions use CPU time.'
    )
  }
  if (illness.places.length === 0) return { illness, said: 'Right.' }
  const [, file, line] = /^(?:.*[\\/])?([^\\/:]+):(\d+)(?::\d+)?$/.exec(place) ?? []
  if (!file) return no('The finding is right. Where is it? Add the file and the line, such as index.js:12.')
  if (!illness.places.some((range) => isWithin(range, file, Number(line)))) {
    return no(`The finding is right, but the problem is not at ${file}:${line}.`)
  }
  return { illness, said: 'Right: the finding and the source location.' }
}

/** @param {string} said */
function no (said) {
  return { illness: null, said }
}

/**
 * @param {string} range such as `app.js:12-15`
 * @param {string} file
 * @param {number} line
 */
function isWithin (range, file, line) {
  const [, name, first, last] = /^(.+):(\d+)-(\d+)$/.exec(range) ?? []
  return file === name && line >= Number(first) && line <= Number(last)
}

module.exports = { KINDS, isWithin, judgeAnswer }
