'use strict'

const { shorten } = require('../source/source')
const { wrap } = require('../util/format')
const { hottest } = require('../source/hottest')

// At this share of error responses, the profile mostly shows error handling.
const REFUSED = 0.5
const WIDTH = 80
const NEXT = 'Do less work in this function, or call it less often. Then measure both versions: `npx hot-path compare <old> <new>`.'
const INDENT = 32 // slightly to the right of the function's name in the line above

/** @typedef {import('../types/pipeline').Profile} Profile */
/** @typedef {import('../types/pipeline').WeightedStack} WeightedStack */

/**
 * Summarises the stacks of any profiler.
 *
 * @param {WeightedStack[]} stacks
 * @returns {Profile} paths of files in the working directory are relative to it
 */
function toProfile (stacks) {
  const profile = hottest(stacks)
  return {
    ...profile,
    hottest: profile.hottest.map(({ calledFrom, ...hot }) => ({
      ...withShortFile(hot),
      calledFrom: calledFrom ? withShortFile(calledFrom) : null
    }))
  }
}

/**
 * @template {import('../types/pipeline').Frame} F
 * @param {F} frame
 * @returns {F}
 */
function withShortFile (frame) {
  return { ...frame, file: frame.file && shorten(frame.file) }
}

/**
 * @param {string} title title of the instrument
 * @param {{ hasCollector?: boolean }} [options] whether the instrument separates garbage collection from native code
 * @returns {(profile: Profile, load?: import('../types/pipeline').Load | null) => string[]}
 */
function formatter (title, { hasCollector = false } = {}) {
  return function ({ hottest, other: { garbageCollector, program } }, load) {
    const lines = concluded(title, hottest, load).flatMap((line) => wrap(line, WIDTH))
    if (hottest.length === 0) return lines
    return [
      ...lines,
      '',
      ' self %  total %  kind        function',
      ...hottest.flatMap(row),
      ...(hasCollector
        ? [
            `${cell(garbageCollector)}        -  v8          garbage collector`,
            `${cell(program)}        -  native      system calls and the event loop itself`
          ]
        : [`${cell(garbageCollector + program)}        -  native      garbage collector, system calls, event loop itself`])
    ]
  }
}

/**
 * @param {string} title title of the instrument
 * @param {import('../types/pipeline').HotFunction[]} hottest
 * @param {import('../types/pipeline').Load | null} [load]
 * @returns {string[]} one or two lines
 */
function concluded (title, hottest, load) {
  if (hottest.length === 0) return [`${title} sampled no JavaScript. Was there any load?`]
  return isRefused(load) ? refusedText(title, load) : conclusion(title, hottest)
}

/**
 * @param {string} title
 * @param {import('../types/pipeline').HotFunction[]} hottest at least one
 */
function conclusion (title, hottest) {
  const [first] = hottest
  const from = first.calledFrom ? `, called from ${where(first.calledFrom)}` : ''
  const app = hottest.find((hot) => hot.kind === 'app')
  return [
    `${title} says: the hottest function is ${where(first)}, ${first.self.toFixed(0)} % self time${from}.`,
    ...(app && app !== first
      ? [`The hottest function of the application is ${where(app)}, ${app.self.toFixed(0)} % self time.`]
      : [])
  ]
}

/** @param {import('../types/pipeline').Load | null | undefined} load */
function isRefused (load) {
  return Boolean(load?.requests && (load.non2xx - (load.expected ?? 0)) / load.requests >= REFUSED)
}

/**
 * @param {string} title
 * @param {import('../types/pipeline').Load | null | undefined} load
 */
function refusedText (title, load) {
  const share = Math.round((100 * (load?.non2xx ?? 0)) / (load?.requests || 1))
  return [
    `${title} mostly saw error handling: ${share} % of the responses had a status outside 2xx.`,
    'Check --path. npx hot-path checkup names the line that sends the error responses.'
  ]
}

/**
 * @param {import('../types/pipeline').HotFunction} hot
 * @returns {string[]} one line, or several if it would be too long
 */
function row (hot) {
  const line = `${cell(hot.self)}  ${cell(hot.total)}  ${hot.kind.padEnd(10)}  ${where(hot)}`
  if (!hot.calledFrom) return fit(line)
  const from = `from ${where(hot.calledFrom)}`
  if (`${line}, ${from}`.length <= WIDTH) return [`${line}, ${from}`]
  const indent = Math.max(0, Math.min(INDENT, WIDTH - from.length))
  return [line, `${' '.repeat(indent)}${from}`].flatMap(fit)
}

/**
 * @param {string} line that ends with a source location
 * @returns {string[]} the line, or two: a location for which there is no room gets its own line
 */
function fit (line) {
  const at = line.lastIndexOf(' ')
  const place = line.slice(at + 1)
  return line.length <= WIDTH ? [line] : [line.slice(0, at), place.padStart(Math.min(WIDTH, INDENT + 2 + place.length))]
}

/** @param {number} percent */
function cell (percent) {
  return percent.toFixed(1).padStart(7)
}

/** @param {import('../types/pipeline').Frame} frame */
function where ({ name, file, line }) {
  return `${name} ${file}:${line}`
}

module.exports = { NEXT, concluded, formatter, toProfile }
