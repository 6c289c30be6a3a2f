'use strict'

const { SingleBar } = require('cli-progress')

/** @type {Record<string, string>} */
const STAGES = {
  start: 'starting the server',
  load: 'under load',
  run: 'running by itself',
  draw: 'drawing the report',
  check: 'checking the contract',
  measure: 'measuring',
  follow: 'following each through one load'
}

/**
 * Shows on stderr how far a run is: a bar on a terminal, one line per stage elsewhere.
 *
 * @param {NodeJS.WriteStream} stream
 * @returns {{ update: (stage: string, fraction: number) => void, end: () => void }}
 */
function progress (stream) {
  return stream.isTTY ? bar(stream) : lines(stream)
}

/** @param {NodeJS.WriteStream} stream */
function bar (stream) {
  const bar = new SingleBar({
    stream,
    format: '{bar} {percentage} % {stage}',
    barsize: 30,
    barCompleteChar: '#',
    barIncompleteChar: '.',
    clearOnComplete: true,
    hideCursor: false,
    gracefulExit: false
  })
  bar.start(1, 0, { stage: STAGES.start })
  return {
    /** @type {(stage: string, fraction: number) => void} */
    update: (stage, fraction) => bar.update(stage === 'draw' ? 1 : fraction, { stage: STAGES[stage] ?? stage }),
    end: () => bar.stop()
  }
}

/** @param {NodeJS.WriteStream} stream */
function lines (stream) {
  let last = ''
  return {
    /** @type {(stage: string, fraction: number) => void} */
    update (stage) {
      if (stage !== last) stream.write(`... ${STAGES[stage] ?? stage}\n`)
      last = stage
    },
    end () {}
  }
}

module.exports = { progress }
