'use strict'

// Checks answers and counts of a case after each save, without load, until `q` or Ctrl-C.

const { EventEmitter, once } = require('events')
const path = require('path')
const { HOME_AND_CLEAR, listenToKeys } = require('hot-path/command')
const { SourceFiles, children } = require('hot-path/testing')
const { progressText } = require('../progress')
const { toTerminal } = require('../text')
const { checkCounts } = require('./cure')

const WORDS = {
  cured: 'The checks without load pass. Next, under load: npm run learn check',
  sick: 'Not cured yet.',
  unknown: 'Inconclusive.'
}
const KEYS = 'q quit   h hint   n next case'
const WAITING = '... waiting for the next save (Ctrl-C to stop)'

/**
 * @param {import('../../learn').Lesson} lesson
 * @param {import('./verbs').Open} opened
 * @returns {Promise<{ isNext: boolean, status: number }>} whether the learner wants the next case; the exit status
 */
async function watchCase ({ say, config, state, chapters }, { one, folder, done, note }) {
  const isTerminal = Boolean(process.stdin.isTTY && process.stdout.isTTY)
  const project = { reports: path.resolve('reports'), config }
  const news = new EventEmitter()
  let stop = new AbortController()
  let { hints = 0 } = done
  let isSaved = true
  let isOver = false
  let isNext = false
  let checked = ''
  const show = function (/** @type {string[]} */ ...lines) {
    if (isTerminal) process.stdout.write(HOME_AND_CLEAR)
    const head = isTerminal ? [`Case ${one.number}: ${one.title}\n${progressText({ chapters, state })}`] : []
    say([...head, ...lines].join(isTerminal ? '\n\n' : '\n'))
  }
  const files = await SourceFiles.open(folder)
  files.on('save', function () {
    isSaved = true
    stop.abort()
    news.emit('some')
  })
  const end = isTerminal ? listenToKeys(onKey) : () => {}
  function onKey (/** @type {string} */ key) {
    if (key === 'q' || key === 'n') {
      isOver = true
      isNext = key === 'n'
      stop.abort()
    }
    if (key === 'h') note({ hints: hints = Math.min(one.hints.length, hints + 1) })
    news.emit('some')
  }
  try {
    for (;;) {
      if (isOver) return { isNext, status: 0 }
      if (isSaved) {
        isSaved = false
        stop = new AbortController()
        show('... checking')
        const outcome = await unlessAborted(stop.signal, () => checkCounts(one, folder, project))
        if (!outcome) continue
        checked = [WORDS[outcome.verdict], ...outcome.saw].map(toTerminal).join('\n')
      }
      show(checked, ...one.hints.slice(0, isTerminal ? hints : 0).map(toTerminal), isTerminal ? KEYS : WAITING)
      await once(news, 'some')
    }
  } finally {
    end()
    await files.close()
  }
}

/**
 * @template T
 * @param {AbortSignal} signal ends the servers that the work has started
 * @param {() => Promise<T>} work
 * @returns {Promise<T | null>} null if it was aborted
 */
async function unlessAborted (signal, work) {
  try {
    return await children.endOnAbort(signal, work)
  } catch (err) {
    if (signal.aborted) return null
    throw err
  }
}

module.exports = { watchCase }
