'use strict'

const cpuThrottled = require('./cpu-throttled')
const healthy = require('./healthy')
const hostBound = require('./host-bound')
const stalls = require('./stalls')

/** @typedef {import('../../types/checkup').Judge} Judge */
/** @typedef {import('../../types/checkup').Finding} Finding */

/**
 * All findings, by severity: whether the figures are valid at all, then causes before their symptoms, then what the
 * server does not cause.
 *
 * @type {Judge[]}
 */
const judges = [
  require('./several-processes'),
  require('./not-enough-data'),
  require('./descriptor-growth'), // makes the server refuse requests
  cpuThrottled, // makes the loop look blocked
  require('./refusing'),
  require('./accumulation'), // makes the loop busy and the heap large
  require('./memory-growth'), // makes the garbage collector busy
  require('./gc'), // blocks the loop
  require('./sync-io'),
  require('./event-loop'),
  stalls, // what the findings above do not explain
  require('./thread-pool'),
  hostBound, // makes everything else slow, and idle
  require('./waiting'),
  require('./generator-bound')
]

// Findings that explain a long block of the event loop.
const BLOCK = ['not-enough-data', 'cpu-throttled', 'accumulation', 'gc', 'sync-io', 'event-loop', 'host-bound']

/**
 * @param {import('../../types/checkup').AnalysisWindow} window
 * @param {{ isProgram?: boolean }} [options] `isProgram`: of a program, a secondary finding may stand alone, and long
 *   blocks are normal; a server with nothing else is healthy
 * @returns {Finding[]} by severity; at least one
 */
function findingsOf (window, { isProgram = false } = {}) {
  const seen = judges.flatMap(({ name, judge }) => {
    const finding = judge(window)
    return finding ? [{ name, ...finding }] : []
  })
  const has = (/** @type {string[]} */ ...names) => seen.some(({ name }) => names.includes(name))
  // One fact is one finding: a wait for the thread pool, and a block that another finding explains.
  const found = seen.filter(
    ({ name }) => !(name === 'waiting' && has('thread-pool')) && !(name === stalls.name && (isProgram || has(...BLOCK)))
  )
  const [alone] = found.filter(({ alone }) => alone)
  if (alone) return [alone]
  const confounder = [cpuThrottled, hostBound].find((one) => found.some(({ name }) => name === one.name))
  const told = confounder ? belowConfounder(found, confounder.name) : found
  const main = told.filter(({ aside }) => !aside)
  const aside = told.filter(({ aside }) => aside)
  const all = main.length > 0 || isProgram ? [...main, ...aside] : []
  return all.length > 0 ? all : [{ name: healthy.name, ...healthy.judge(window) }]
}

/**
 * @param {Finding[]} found
 * @param {import('../../types/checkup').AnalysisWindow} window
 * @returns {import('../../types/checkup').LookName[]} profiles needed for the source locations, in the findings' order
 */
function looksFor (found, window) {
  return found.flatMap(function ({ name }) {
    const looks = [...judges, healthy].find((one) => one.name === name)?.looks ?? []
    return typeof looks === 'function' ? looks(window) : looks
  })
}

/**
 * @param {Finding[]} found
 * @param {import('../../types/checkup').AnalysisWindow} window
 * @param {import('../../types/checkup').Looks | undefined} looks
 * @param {import('../../types/checkup').PlaceOptions} options
 * @returns {Finding[]} the findings, with their source locations
 */
function withPlaces (found, window, looks, options) {
  if (!looks) return found.map((finding) => ({ ...finding, places: [] }))
  return found.map(function (finding) {
    const { places } = /** @type {Judge} */ ([...judges, healthy].find(({ name }) => name === finding.name))
    return { ...finding, places: places ? places(looks, window, options) : [] }
  })
}

// Instruments that also inspect a running process, or a program without load.
const ON_SERVER = /npx hot-path (cpu-profile|heap|waits) <server>/g
/** @type {Record<string, string>} commands by driver, if hot-path did not apply the load: see watch.js, program.js */
const INSTEAD = { others: 'npx hot-path attach <pid> $1', none: 'npx hot-path $1 <program> --no-load' }

// Instruments that find a line. They come last if one is known: a place with at least this share.
const FINDS_LINE = /^`npx hot-path (?:cpu-profile|heap|waits) /
const KNOWN = 1 / 3

/**
 * @param {string} name
 * @param {import('../../types/checkup').AnalysisWindow} window
 * @param {import('../../types/pipeline').Place[]} [places] of the finding
 * @returns {Pick<Judge, 'means' | 'next' | 'placesTitle'>} with commands for the way in which the program was started
 */
function adviceOn (name, window, places = []) {
  const { driver } = window
  const judge = /** @type {Judge} */ ([...judges, healthy].find((one) => one.name === name))
  const { means, next, placesTitle } = { ...judge, ...judge.advice?.(window) }
  const isKnown = places.some(({ share }) => share >= KNOWN)
  const finding = next.filter((text) => isKnown && FINDS_LINE.test(text))
  const inOrder = [...next.filter((text) => !finding.includes(text)), ...finding]
  const fitted = inOrder.map((text) => (INSTEAD[driver] ? text.replace(ON_SERVER, INSTEAD[driver]) : text))
  return { means, placesTitle, next: fitted }
}

// A throttled thread looks like one that waits in a synchronous call, or for something else.
const LIKE_THROTTLED = ['sync-io', 'thread-pool', 'waiting']

/**
 * @param {Finding[]} found
 * @param {string} confounder the name of one of them
 * @returns {Finding[]} the same, with those that it can explain last
 */
function belowConfounder (found, confounder) {
  const isExplained = (/** @type {Finding} */ { name, explainable }) =>
    Boolean(explainable) || (confounder === cpuThrottled.name && LIKE_THROTTLED.includes(name))
  const explained = found.filter(isExplained)
  const others = found.filter((finding) => !isExplained(finding))
  return [...others, ...explained.map((finding) => ({ ...finding, explainedBy: confounder }))]
}

/**
 * @param {Finding} finding
 * @returns {string} its name, and the finding that it is confounded by
 */
function titleOf ({ name, explainedBy }) {
  return explainedBy ? `${name} (possibly caused by ${explainedBy})` : name
}

const findings = [...judges, healthy]
const names = findings.map(({ name }) => name)

module.exports = { adviceOn, findings, findingsOf, looksFor, names, titleOf, withPlaces }
