'use strict'

// Which answers about processes in trouble are right. Lines with a mark in a comment are accepted.

const fs = require('fs')
const path = require('path')

const FILE = path.resolve(__dirname, '../../../results/trouble-study.json')
const SERVERS = path.resolve(__dirname, '../../servers/trouble')
const STUCK = path.join(SERVERS, 'stuck/for-good.js')
const MEMORY = path.resolve(__dirname, '../../servers/memory')
const NODE = '20'
/** Cause of each way to block the event loop for good. */
const CAUSES = {
  loop: 'computation',
  pattern: 'computation',
  parse: 'computation',
  sleep: 'synchronous wait',
  command: 'synchronous call',
  garbage: 'garbage collection'
}
const LONGER_THAN_MS = 100
const WATCH_SECONDS = 30
// The watch begins and ends within these seconds of its first and last moment.
const MARGIN_SECONDS = 0.5
const NEAR_SECONDS = 0.2
// A statement may be spread over several lines.
const NEAR_LINES = 2
const GROWTH = 'memory-growth'
const HEALTHY = 'healthy'
/** What the check-up says, by where the memory grows. */
const SENTENCES = {
  heap: /^Memory grows/,
  'array buffers': /^Memory outside of the heap grows .*buffers/,
  external: /^Memory outside of the heap grows with the requests served, and/,
  native: /memory that V8 does not count/,
  'worker threads': /worker threads/
}

const THROTTLED = 'cpu-throttled'
const CONTENDED = 'host-bound'
/**
 * Findings of each situation of the study of quotas, most severe first. Whether a busy server is reported without a
 * quota is not the question.
 *
 * @type {Record<string, { expected: string, isRight: (found: string[]) => boolean }>}
 */
const EXPECTED = {
  'a quota of a quarter of a core': { expected: `\`${THROTTLED}\` first`, isRight: ([first]) => first === THROTTLED },
  'no quota': {
    expected: 'neither',
    isRight: (found) => found.length > 0 && !found.includes(THROTTLED) && !found.includes(CONTENDED)
  },
  'no quota, all cores busy': {
    expected: `\`${CONTENDED}\`, and not \`${THROTTLED}\``,
    isRight: (found) => found.includes(CONTENDED) && !found.includes(THROTTLED)
  }
}

/** @typedef {{ file: string, line: number }} Line */
/** @typedef {{ way: keyof typeof CAUSES, node: string, cause: string | null, place: Line | null }} StuckTrial */
/** @typedef {{ atSeconds: number, seconds: number }} Block `atSeconds`: its begin, since that of the watch */
/** @typedef {Block & { cause: string, place: Line | null }} Stall */
/** @typedef {{ job: string, blocks: Block[], stalls: Stall[] }} StallTrial `blocks`: those that the server logged */

/** @typedef {{ server: string, finding: string, sentence: string, place: Line | null }} MemoryTrial */
/**
 * @typedef {object} MemoryServer
 * @property {string} file
 * @property {keyof typeof SENTENCES | 'healthy'} kind where its memory grows
 * @property {string} cause
 * @property {boolean} [known] false if V8 cannot know the line
 */

/** @returns {MemoryServer[]} */
function memoryServers () {
  return JSON.parse(fs.readFileSync(path.join(MEMORY, 'index.json'), 'utf8'))
}

/**
 * @param {MemoryServer} server
 * @param {MemoryTrial} trial
 * @returns {boolean} whether the check-up says where the memory grows; of a healthy server, that it does not
 */
function isMemoryRight ({ kind }, { finding, sentence }) {
  return kind === HEALTHY ? finding !== GROWTH : finding === GROWTH && SENTENCES[kind].test(sentence)
}

/**
 * @param {MemoryServer} server
 * @param {MemoryTrial} trial
 * @returns {boolean} whether the location is near a marked line; where V8 cannot know it, whether there is none
 */
function isMemoryPlaced ({ known = true }, { place }) {
  if (!known || !place) return !known && !place
  return markedIn(path.join(MEMORY, place.file), 'HERE').some((line) => Math.abs(line - place.line) <= NEAR_LINES)
}

/**
 * @param {string} file
 * @param {string} mark
 * @returns {number[]} lines
 */
function markedIn (file, mark) {
  const lines = fs.readFileSync(file, 'utf8').split('\n')
  return lines.flatMap((text, i) => (text.endsWith(`// ${mark}`) ? [i + 1] : []))
}

/**
 * @param {string} file
 * @param {string} mark
 * @param {Line | null} place relative to the servers' folder
 */
function isAt (file, mark, place) {
  return place?.file === path.relative(SERVERS, file) && markedIn(file, mark).includes(place.line)
}

/** @param {StuckTrial} trial */
function isCauseRight ({ way, cause }) {
  return cause === CAUSES[way]
}

/** @param {StuckTrial} trial */
function isLineRight ({ way, place }) {
  return isAt(STUCK, `<- ${way}`, place)
}

/** @param {string} job */
function serverOf (job) {
  return path.join(SERVERS, 'stalls', job, 'server.js')
}

/**
 * @param {StallTrial} trial
 * @returns {{ block: Block, stall: Stall | undefined, isLineRight: boolean }[]} each block that has to be reported
 */
function blocksOf ({ job, blocks, stalls }) {
  return blocks
    .filter(({ seconds }) => 1000 * seconds >= LONGER_THAN_MS)
    .filter(({ atSeconds }) => atSeconds >= MARGIN_SECONDS && atSeconds <= WATCH_SECONDS - MARGIN_SECONDS)
    .map(function (block) {
      const stall = stalls.find((one) => overlap(one, block))
      return { block, stall, isLineRight: stall !== undefined && isAt(serverOf(job), 'HERE', stall.place) }
    })
}

/**
 * @param {StallTrial} trial
 * @returns {Stall[]} reported, but the server did not block then
 */
function falseStallsOf ({ blocks, stalls }) {
  return stalls.filter((stall) => !blocks.some((block) => overlap(stall, block)))
}

/**
 * @param {Block} a
 * @param {Block} b
 */
function overlap (a, b) {
  const isBefore = (/** @type {Block} */ one, /** @type {Block} */ other) =>
    one.atSeconds + one.seconds + NEAR_SECONDS < other.atSeconds
  return !isBefore(a, b) && !isBefore(b, a)
}

module.exports = {
  CAUSES,
  EXPECTED,
  FILE,
  HEALTHY,
  LONGER_THAN_MS,
  MEMORY,
  NODE,
  SERVERS,
  STUCK,
  WATCH_SECONDS,
  blocksOf,
  falseStallsOf,
  isCauseRight,
  isLineRight,
  isMemoryPlaced,
  isMemoryRight,
  memoryServers,
  serverOf
}
