'use strict'

const { OperationalError } = require('../base/operational-error')
const { within } = require('../base/timeout')

/**
 * How long the end of a subject is waited for, in milliseconds.
 *
 * `hear`: until the server has gone. One that is busy with a long piece of work hears us late; step 1 takes up to 2 s.
 * `exit`: from there until its process has ended. It takes milliseconds on a machine that is not overloaded.
 * `draw`: instead of `exit`, for a tool around the server that draws its report; and as long again as the server ran.
 * The tools take up to 10 s for a load of 10 s, and a slow machine may take ten times as long.
 *
 * @typedef {{ hear: number, exit: number, draw: number }} StopTimeouts
 */

/** @type {StopTimeouts} */
const STOP_TIMEOUTS_MS = { hear: 10_000, exit: 5_000, draw: 120_000 }

/**
 * Waits until a subject that was told to end has ended, and the tool around it, too.
 *
 * @param {import('../records').Subject} subject
 * @param {object} run
 * @param {Promise<unknown>} run.gone settles when the server has ended
 * @param {Promise<unknown>} run.exited settles when the process that we started has ended
 * @param {boolean} run.direct whether that process is the server, and not a tool around it
 * @param {number} run.sinceMs when it was started (`performance.now()`)
 * @param {StopTimeouts} timeouts
 * @throws {OperationalError} when a timeout passes first
 */
async function waitForEnd ({ file }, { gone, exited, direct, sinceMs }, timeouts) {
  await within(
    Promise.race([gone, exited]),
    timeouts.hear,
    () =>
      new OperationalError(
        `${file} did not end within ${timeouts.hear / 1000} s of being told to. Is it in an endless loop?`
      )
  )
  if (direct) {
    return within(
      exited,
      timeouts.exit,
      () =>
        new OperationalError(
          `${file} closed its connections, but its process did not end ` +
            `within ${timeouts.exit / 1000} s. Does it wait for something when it exits?`
        )
    )
  }
  const drawMs = timeouts.draw + performance.now() - sinceMs
  const seconds = Math.ceil(drawMs / 1000)
  await within(
    exited,
    drawMs,
    () =>
      new OperationalError(
        `the tool around ${file} did not draw its report within ${seconds} s. ` +
          'Load the server for a shorter time: --duration=5'
      )
  )
}

module.exports = { STOP_TIMEOUTS_MS, waitForEnd }
