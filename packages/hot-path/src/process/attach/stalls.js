'use strict'

// Watches the turns of the event loop of a process that hot-path did not start. Loads nothing into it.

const { setTimeout: wait } = require('timers/promises')
const { blockedBy } = require('../../source/blocked')
const { readSource, sourceFilesOf } = require('../../source/source')
const { OperationalError } = require('../../util/errors')
const { judgeByEntry } = require('../../util/frame-kind')
const { assertNear, assertOwn } = require('./index')
const { closeInspector, closeThrough, stateOf, urlOf, withSession } = require('../inspector')
const { UNNEEDED, commandsBelow, nextTurn, sampled, unanswering, useOf } = require('./main-thread')
const { describe, nameOf } = require('../node-process')
const { closeWorkers, openTarget } = require('./open-inspector')

// A turn that takes longer than this share of the shortest stall is observed.
const OBSERVED_FROM = 0.25
// The pause between two turns: a share of the shortest stall, and at most this time.
const PAUSE = 0.5
const MOST_PAUSE_MS = 100
// A collection that takes long frees this share of the heap, or more.
const FREED = 0.1
const ENDS_WITHIN_MS = 500
const LOOK_EACH_MS = 20

/** @typedef {import('../../types/source').BlockedThread} BlockedThread */

/**
 * Watches for stalls of a running process: turns of its event loop that take long. Its inspector stays open meanwhile.
 *
 * @param {string} target a process id, or `host:port` of an inspector that is open
 * @param {{ longerThanMs: number, durationSeconds: number, onStart: (process: { pid: number, file: string },
 *   name: string) => void, onStall: (stall: import('../../types/records').Stall) => void }} options
 * @throws {OperationalError} as for `attach`, and if the process ends meanwhile
 */
async function watchStalls (target, { onStart, onStall, ...options }) {
  const { inspector, wasClosed, handBack, workers, ...opened } = await openTarget(target)
  let { pid } = opened
  let name = target
  let hasClosed = false
  try {
    await withSession(await urlOf(inspector, target), async function (session) {
      const found = await assertOwn(session, { pid, inspector })
      if (pid === null) await assertNear(session, inspector)
      pid = found
      name = nameOf(pid)
      const subject = describe(pid)
      judgeByEntry(subject)
      const files = sourceFilesOf(subject.entry)
      onStart({ pid, file: subject.file }, name)
      await watchTurns(session, pid, {
        ...options,
        onStall ({ atSeconds, ...thread }) {
          // Only a command that ran meanwhile justifies to search the source text.
          const searched = thread.commands.length > 0 ? files : []
          onStall({ atSeconds, ...blockedBy(thread, { files: searched, readSource }) })
        }
      })
      if (wasClosed) hasClosed = await closeThrough(session)
    })
  } catch (err) {
    if (pid !== null && (await isEnding(pid))) throw new OperationalError(`${name} has ended.`, { cause: err })
    throw err
  } finally {
    if (wasClosed && (hasClosed || (await closeInspector(Number(pid), inspector)))) handBack()
    await closeWorkers(workers)
  }
}

/**
 * @param {number} pid of a process whose inspector has failed
 * @returns {Promise<boolean>} whether it has ended, or ends at once: its connections close a moment earlier
 */
async function isEnding (pid) {
  const untilMs = performance.now() + ENDS_WITHIN_MS
  while (stateOf(pid) !== null && performance.now() < untilMs) await wait(LOOK_EACH_MS)
  return stateOf(pid) === null
}

/**
 * Waits for one turn of the event loop after the other, and observes the main thread while one takes long.
 *
 * @param {import('../inspector').Session} session
 * @param {number} pid
 * @param {{ longerThanMs: number, durationSeconds: number, onStall: (stall: BlockedThread & { atSeconds: number }) =>
 *   void }} options `onStall` receives each turn that took longer; `atSeconds`: its begin, since that of the watch
 */
async function watchTurns (session, pid, { longerThanMs, durationSeconds, onStall }) {
  const observedFromMs = OBSERVED_FROM * longerThanMs
  const pauseMs = Math.min(MOST_PAUSE_MS, PAUSE * longerThanMs)
  let before = await nextTurn(session)
  const beganMs = performance.now()
  for (let nowMs = beganMs; nowMs - beganMs < 1000 * durationSeconds; nowMs = performance.now()) {
    const usedSince = useOf(pid)
    const turn = nextTurn(session)
    const isLate = await Promise.race([turn.then(() => false), wait(observedFromMs, true, UNNEEDED)])
    const commands = isLate ? commandsBelow(pid) : new Map()
    const samples = isLate ? await sampled(session, turn) : {}
    const after = await turn
    const turnMs = performance.now() - nowMs
    // A stall that began during the pause is longer than the turn; the loop was active as long as it lasted.
    const stalledMs = Math.max(turnMs, Math.min(after.activeMs - before.activeMs, turnMs + pauseMs))
    if (turnMs >= longerThanMs - pauseMs && stalledMs >= longerThanMs) {
      const freed = before.heapBytes - after.heapBytes
      const freedBytes = freed >= FREED * before.heapBytes ? freed : 0
      // Synchronous calls return when their command has ended.
      const running = commandsBelow(pid)
      const ended = [...commands].flatMap(([child, command]) => (running.has(child) ? [] : [command]))
      const atSeconds = Math.max(0, nowMs + turnMs - stalledMs - beganMs) / 1000
      const seconds = stalledMs / 1000
      onStall({ ...unanswering(null), ...samples, ...usedSince(), freedBytes, seconds, commands: ended, atSeconds })
    }
    before = after
    await wait(pauseMs)
  }
}

module.exports = { watchStalls }
