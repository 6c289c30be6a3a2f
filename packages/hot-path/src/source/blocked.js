'use strict'

// Describes what blocks an event loop. Pure, except for the `readSource` argument.

const path = require('path')
const { kindOf, packageOf } = require('../util/frame-kind')
const { attribute } = require('./attribution')
const { toPath } = require('./source')
const { fromCpuProfile } = require('./stacks')

/** @typedef {import('../types/pipeline').Place} Place */
/** @typedef {import('../types/source').CallFrame} CallFrame */
/** @typedef {import('../types/source').BlockedThread} BlockedThread */
/** @typedef {import('../types/source').ReadSource} ReadSource */

// Calls of Node that return when a child process has ended.
const STARTS = /\b(?:execSync|execFileSync|spawnSync)\b/
// Native functions that may take seconds.
const NATIVE = /\bJSON\.(?:parse|stringify)|\.(?:sort|toSorted)\(|\bstructuredClone|\b(?:pbkdf2|scrypt|gzip|gunzip|deflate|inflate|brotliCompress|brotliDecompress)Sync/
const SHELL = /^(?:sh|bash|dash) -c (.*)$/s
const MOSTLY = 0.5
const LITTLE_CPU = 0.1
// JavaScript that computes is sampled 20 times per second.
const FEW_PER_SECOND = 4
const OF_SAMPLES = 'stack samples'
const OF_CALLS = 'lines with such a call'
const MOST_PLACES = 3
const MOST_FRAMES = 20

/**
 * Describes what blocks an event loop.
 *
 * @param {BlockedThread} thread
 * @param {{ files: string[], readSource: ReadSource }} options `files`: source files of the application
 * @returns {import('../types/records').Blocked}
 */
function blockedBy (thread, { files, readSource }) {
  const { seconds, stacks, cpuShare, commands } = thread
  const nativeCalls = nativeCallsOf(thread, readSource)
  const cause = causeOf(thread, { readSource, hasNativeCall: nativeCalls.length > 0 })
  const byLine = groupedByLine(stacks)
  const sampled = byLine.map((some) => sampledPlace(some, stacks.length))
  const known = cause === 'native code' ? nativeCalls : sampled
  return {
    cause,
    seconds,
    cpuShare,
    places: byLine.length > 0 ? known : candidates(commands, { files, readSource }),
    stack: (byLine[0] ?? [stacks[0] ?? []])[0].slice(0, MOST_FRAMES).map(positionOf),
    commands
  }
}

/**
 * @param {BlockedThread} thread
 * @param {{ readSource: ReadSource, hasNativeCall: boolean }} source `hasNativeCall`: whether a known native function
 *   was called
 * @returns {import('../types/records').Blocked['cause']}
 */
function causeOf (thread, { readSource, hasNativeCall }) {
  const { profile, cpuShare, waitedShare, commands } = thread
  const stacks = thread.stacks.filter(isOfApplication)
  const calling = stacks.filter((stack) => isSynchronous(stack, readSource))
  if (stacks.length > 0 && calling.length >= MOSTLY * stacks.length) return 'synchronous call'
  const collecting = profile && attribute(fromCpuProfile(profile)).busyWith.garbageCollector
  const isCollecting = collecting === null ? isCollection(thread) : collecting >= MOSTLY
  // Threads that collect garbage together use the cores.
  if (isCollecting && !hasNativeCall) return 'garbage collection'
  if (waitedShare !== null && waitedShare >= MOSTLY) return 'no core'
  const sleeps = cpuShare !== null && cpuShare < LITTLE_CPU
  if (stacks.length > 0 && sleeps) return 'synchronous wait'
  if (stacks.length > 0) return stackAfterNativeCode(thread) ? 'native code' : 'computation'
  if (cpuShare === null) return 'unknown'
  if (!sleeps) return 'native code'
  return commands.length > 0 ? 'synchronous call' : 'synchronous wait'
}

/**
 * @param {CallFrame[]} stack
 * @returns {boolean} false if it was taken after the blocking code had ended
 */
function isOfApplication (stack) {
  return stack.some(isOwn)
}

/**
 * @param {BlockedThread} thread
 * @returns {boolean} whether it could hardly be interrupted while it ran, and the heap has shrunk
 */
function isCollection ({ stacks, seconds, cpuShare, freedBytes }) {
  return freedBytes > 0 && Number(cpuShare) >= MOSTLY && stacks.length < seconds * FEW_PER_SECOND
}

/**
 * Native code, such as `JSON.parse`, delays the answer until it has returned. The stack is that of the next function.
 *
 * @param {BlockedThread} thread
 * @returns {CallFrame[] | undefined} a stack of the application that was answered only after most of the time
 */
function stackAfterNativeCode ({ stacks, delays }) {
  return stacks.find((stack, i) => delays[i] >= MOSTLY && isOfApplication(stack))
}

/**
 * @param {BlockedThread} thread
 * @param {ReadSource} readSource
 * @returns {Place[]} the last call of a known native function before the stack, in the same function or in its caller
 */
function nativeCallsOf (thread, readSource) {
  const frames = stackAfterNativeCode(thread)?.filter(isOwn).slice(0, 2) ?? []
  for (const { file, line, function: name, functionLine = line } of frames) {
    const lines = (readSource(toPath(file)) ?? '').split('\n').slice(0, line)
    const at = lines.findLastIndex((text, i) => i >= functionLine - 1 && NATIVE.test(text))
    if (at < 0) continue
    const column = lines[at].search(/\S|$/) + 1
    const why = callsNative(lines[at].match(NATIVE)?.[0])
    return [{ file: toPath(file), line: at + 1, column, function: name, share: 1, of: OF_CALLS, why }]
  }
  return []
}

/** @param {string} [call] */
function callsNative (call = '') {
  return `calls ${call.replace(/^\W+|\W+$/g, '')}, which cannot be interrupted`
}

/**
 * @param {CallFrame[]} stack of the application, innermost frame first
 * @param {ReadSource} readSource
 * @returns {boolean} whether the thread is in a synchronous call of Node, or between two of them on the same line
 */
function isSynchronous (stack, readSource) {
  const first = stack.findIndex(isOwn)
  const above = stack.slice(0, first)
  if (above.some(({ file, function: name }) => file.startsWith('node:') && /Sync$/.test(name))) return true
  const { file, line } = stack[first]
  const text = (readSource(toPath(file)) ?? '').split('\n')[line - 1]
  return above.every(({ file }) => file === '' || file.startsWith('node:')) && /\w+Sync\(/.test(text)
}

/** @param {CallFrame} frame */
function isOwn ({ file }) {
  return file !== '' && kindOf(file) === 'app'
}

/**
 * @param {CallFrame[][]} stacks innermost frame first
 * @returns {CallFrame[][][]} by the innermost line of the application, the most frequent first
 */
function groupedByLine (stacks) {
  /** @type {Map<string, CallFrame[][]>} */
  const found = new Map()
  for (const stack of stacks) {
    const frame = stack.find(isOwn)
    if (!frame) continue
    const key = `${frame.file}:${frame.line}`
    found.set(key, [...(found.get(key) ?? []), stack])
  }
  return [...found.values()].sort((a, b) => b.length - a.length).slice(0, MOST_PLACES)
}

/**
 * @param {CallFrame[][]} stacks of the same line
 * @param {number} all number of samples
 * @returns {Place}
 */
function sampledPlace (stacks, all) {
  const [stack] = stacks
  const at = stack.findIndex(isOwn)
  const callee = stack[at - 1]
  const owner = callee && (packageOf(callee) || callee.file)
  const why = callee ? `calls ${callee.function}${owner && ` of ${owner}`}` : ''
  return { ...positionOf(stack[at]), file: toPath(stack[at].file), share: stacks.length / all, of: OF_SAMPLES, why }
}

/** @param {CallFrame} frame */
function positionOf ({ file, line, column, function: name }) {
  return { file, line, column, function: name }
}

/**
 * Finds the lines that may have called what the thread is in, if there are few of them.
 *
 * @param {string[]} commands that run: `sh -c convert photo.png`; none if the thread is in other native code
 * @param {{ files: string[], readSource: ReadSource }} options
 * @returns {Place[]}
 */
function candidates (commands, { files, readSource }) {
  const names = commands.map((command) => (SHELL.exec(command)?.[1] ?? command).trim().split(/[\s/]+/)[0]).filter(Boolean)
  const calls = commands.length > 0 ? STARTS : NATIVE
  const found = files.flatMap((file) =>
    (readSource(file)?.split('\n') ?? []).flatMap(function (text, i) {
      const call = calls.exec(text)?.[0]
      const name = commands.length > 0 ? names.find((one) => text.includes(one)) : call
      const why = commands.length > 0 ? `starts ${name}, which still runs` : callsNative(call)
      return call && name ? [{ file, line: i + 1, column: text.search(/\S|$/) + 1, function: '', why }] : []
    })
  )
  if (found.length > MOST_PLACES) return []
  return found.map((at) => ({ ...at, share: 1 / found.length, of: OF_CALLS }))
}

const CAUSES = {
  computation: 'It computes.',
  'garbage collection': 'It spends most of its time collecting garbage.',
  'synchronous call': 'It waits in a synchronous call.',
  'synchronous wait': 'It sleeps, for example in Atomics.wait().',
  'native code': 'It runs native code, which cannot be interrupted.',
  'no core': 'It waits for a core: other programs use them.',
  unknown: 'The cause cannot be read from outside.'
}

/**
 * @param {{ pid: number | null, file: string, blocked: import('../types/records').Blocked }} process
 * @returns {string} one sentence for what it does, and one for the cause
 */
function blockedText ({ pid, file, blocked: { cause, seconds } }) {
  const name = pid === null ? 'the process' : file ? `${path.basename(file)} (process ${pid})` : `process ${pid}`
  return `${name} does not respond: its event loop has been blocked for ${seconds.toFixed(1)} s or longer. ${CAUSES[cause]}`
}

module.exports = { blockedBy, blockedText, LITTLE_CPU }
