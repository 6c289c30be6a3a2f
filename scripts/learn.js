'use strict'

// The workshop's guide: shows the chapter and the next step. It prints plain lines, and advances only on request.

const fs = require('fs')
const path = require('path')
const { createInterface } = require('readline/promises')
const { OperationalError } = require('hot-path')
const { keptRuns } = require('hot-path/testing')
const { printableLines, wrap } = require('hot-path/reporting')
const { parse, printRecord, watchCommand } = require('hot-path/command')
const { copyCase } = require('./learn/cases/list')
const { allCases } = require('./learn/cases/others')
const { onCase, open, startCase, startNextCase, toList } = require('./learn/cases/verbs')
const { watchCase } = require('./learn/cases/watch')
const { chaptersIn } = require('./learn/workshop-parser')
const { checks } = require('./learn/chapter-checks')
const { differences } = require('./learn/differences')
const { drawReport } = require('./learn/report')
const { progressText } = require('./learn/progress')
const { readState, setAside, writeState } = require('./learn/state')
const { relative, toTerminal } = require('./learn/text')

const ROOT = path.resolve(__dirname, '..')
const WIDTH = 80
const SEED = '/seed/v1'
const WORK = 'my-work'
const LONG_SECONDS = 20
const SHORT_SECONDS = 3

/**
 * @typedef {import('./learn/workshop-parser').Chapter} Chapter
 * @typedef {import('./learn/state').State} State
 * @typedef {import('./learn/state').ChapterState} ChapterState
 *
 * @typedef {object} Lesson
 * @property {Chapter[]} chapters
 * @property {State} state
 * @property {Chapter} chapter the learner's current chapter
 * @property {ChapterState} done progress in that chapter
 * @property {string} work absolute path of my-work
 * @property {string} fix the learner's copy of step 1
 * @property {import('hot-path').ResolvedConfig} config
 * @property {(changes: Partial<ChapterState>) => void} note saves progress in this chapter
 * @property {(text: string) => void} say
 *
 * @typedef {(lesson: Lesson, words: string[]) => Promise<number> | number} Verb returns the exit status
 */

/** @type {Record<string, { usage: string, does: string, run: Verb }>} */
const verbs = {
  help: {
    usage: 'help',
    does: 'show this list',
    run ({ say }) {
      const all = Object.values(verbs)
      const width = Math.max(...all.map(({ usage }) => usage.length))
      const lines = all.flatMap(({ usage, does }) =>
        wrap(does, WIDTH - width - 4).map((line, i) => `  ${(i === 0 ? usage : '').padEnd(width)}  ${line}`)
      )
      say(['npm run learn             show the current chapter and the next step', 'npm run learn <one of these>:', '', ...lines].join('\n'))
      return 0
    }
  },
  next: {
    usage: 'next',
    does: 'go to the next chapter, after this one is checked; in a case: to the next one that is not cured',
    run (lesson) {
      if (lesson.state.case) return startNextCase(lesson, ROOT, isSure)
      const { chapter, chapters, done, state, work, say } = lesson
      if (!done.passed && !done.gaveUp) {
        say(`Chapter ${chapter.number} is not checked yet. ${whatNext(lesson)}\nTo skip it: npm run learn goto ${chapter.number + 1}`)
        return 1
      }
      if (chapter.number === chapters.length) {
        say('That was the last chapter. npm run learn report writes a page with your bets and your measurements.')
        return 0
      }
      writeState(work, { ...state, chapter: chapter.number + 1 })
      return showChapter(openLesson(lesson))
    }
  },
  bet: {
    usage: 'bet <answer>',
    does: 'record your answer to the question, and show what to run',
    run ({ chapter, done, note, say }, words) {
      const text = words.join(' ').trim()
      if (!text) throw new OperationalError(`your bet is missing. Usage: npm run learn bet <your answer>. The question is: ${chapter.question}`)
      if (done.passed) throw new OperationalError(`chapter ${chapter.number} is already checked, so you cannot bet on it. To restart it: npm run learn reset ${chapter.number}`)
      const example = checks[chapter.number].reads?.(text)
      if (example) throw new OperationalError(`this bet cannot be measured here. Bet ${example}.`)
      note({ bet: { text, date: new Date().toISOString() } })
      say(`Recorded: ${text}\n\n${runText(chapter)}`)
      return 0
    }
  },
  look: {
    usage: 'look',
    does: 'show what to look at, after your command has run',
    run ({ chapter, done, say }) {
      if (!done.bet) return beforeBet(chapter, say)
      say(toTerminal(chapter.see))
      return 0
    }
  },
  check: {
    usage: 'check [answer]',
    does: 'check your answer, or measure; then show the result',
    run: runCheck
  },
  hint: {
    usage: 'hint',
    does: 'show one more hint each time: the symptom, the tool, the line',
    run (lesson) {
      const { title, text, left } = nextHint(lesson)
      lesson.say(`${title}\n\n${text}\n\n${left ? `${left} more.` : 'That was the last one.'}`)
      return 0
    }
  },
  list: {
    usage: 'list',
    does: 'list all chapters, and your progress',
    run ({ chapters, state, say }) {
      say(
        chapters
          .map(function ({ number, title, minutes }) {
            const { bet, passed, gaveUp } = state.chapters[number] ?? {}
            const mark = passed ? 'done' : gaveUp ? 'given up' : bet ? 'bet' : ''
            return `${number === state.chapter ? '>' : ' '} ${String(number).padStart(2)}  ${title.padEnd(28)} ${String(minutes).padStart(2)} min  ${mark}`.trimEnd()
          })
          .join('\n')
      )
      return 0
    }
  },
  goto: {
    usage: 'goto <chapter>',
    does: 'go to any chapter',
    run (lesson, [word]) {
      const { chapters, state, work } = lesson
      if (!chapters.some(({ number }) => String(number) === word)) {
        throw new OperationalError(`there is no chapter ${JSON.stringify(word ?? '')}. Chapters are 1 to ${chapters.length}: npm run learn list`)
      }
      writeState(work, { ...state, chapter: Number(word), case: null })
      return showChapter(openLesson(lesson))
    }
  },
  cases: {
    usage: 'cases [add|check|new]',
    does: 'list the cases (servers to diagnose and cure), and your progress; add a case of others, prove one, or write a first one',
    run: toList(ROOT)
  },
  answer: {
    usage: 'answer <finding> <file:line>',
    does: 'your diagnosis of the current case',
    run: withoutCase
  },
  watch: {
    usage: 'watch',
    does: 'after each save: check the case, without load; in a chapter, compare your copy of step 1 with step 1',
    async run (lesson) {
      const { isNext, status } = await (lesson.state.case ? watchCase(lesson, open(lesson, ROOT)) : watchFix(lesson))
      return isNext ? verbs.next.run(openLesson(lesson), []) : status
    }
  },
  start: {
    usage: 'start [case]',
    does: 'start a case; without a number: copy step 1 to my-work/fix, for you to repair',
    run (lesson, words) {
      if (words.length > 0) return startCase(lesson, ROOT, words, isSure)
      const { fix, say } = lesson
      if (fs.existsSync(fix)) throw new OperationalError(`${relative(fix)} already exists, with your work. To restart and keep the old copy: npm run learn reset fix`)
      fs.cpSync(path.join(ROOT, 'steps/01-slow'), fix, { recursive: true })
      say(`Your copy: ${relative(fix)}/index.js and util.js.\nRepair it. To see your changes: npm run learn diff`)
      return 0
    }
  },
  diff: {
    usage: 'diff [a] [b]',
    does: 'show your changes to a case or to step 1, or the differences of two paths',
    run ({ fix, say }, [from, to]) {
      const [a, b] = from && to ? [from, to].map((name) => path.resolve(name)) : [path.join(ROOT, 'steps/01-slow'), fix]
      for (const file of [a, b]) if (!fs.existsSync(file)) throw new OperationalError(`${relative(file)} does not exist.${file === fix ? ' To create it: npm run learn start' : ''}`)
      say(differences(a, b) || 'They are the same.')
      return 0
    }
  },
  solution: {
    usage: 'solution [give-up]',
    does: 'show the answer, after the check has passed or if you give up',
    run ({ chapter, done, note, say }, [word]) {
      if (!done.passed && word !== 'give-up') {
        say(`Chapter ${chapter.number} is not checked yet. To see the answer anyway: npm run learn solution give-up`)
        return 1
      }
      if (!done.passed) note({ gaveUp: true })
      say(answersText(chapter))
      return 0
    }
  },
  reset: {
    usage: 'reset <chapter|fix|case|all>',
    does: 'restart a chapter, your copy of step 1 or of a case, or everything; asks first',
    run: runReset
  },
  report: {
    usage: 'report',
    does: 'write a page with your bets, your measurements and links to your reports',
    run ({ chapters, state, work, say }) {
      const file = path.join(work, 'report.html')
      fs.mkdirSync(work, { recursive: true })
      fs.writeFileSync(file, drawReport({ chapters, cases: allCases(ROOT, work), state, work }))
      say(`Your report: ${relative(file)}`)
      return 0
    }
  }
}

/** @type {import('hot-path').Command} */
module.exports = {
  name: 'learn',
  usage: '[command]',
  summary: 'Guide you through the workshop',
  options: ['json'],
  positionals: [0, 100],
  async run ([verb, ...words], { json, config }) {
    /** @type {string[]} */
    const said = []
    const say = (/** @type {string} */ text) => (json ? said.push(text) : console.log(printableLines(text)))
    if (verb !== undefined && !Object.hasOwn(verbs, verb)) {
      throw new OperationalError(`learn has no command ${JSON.stringify(verb)}. Commands: ${Object.keys(verbs).join(', ')}.`)
    }
    const work = workFolder()
    // Do not read the state for `reset`, which must also work if the state is damaged.
    const given = { work, config, say }
    const lesson = verb === 'reset' ? /** @type {Lesson} */ (given) : openLesson(given)
    const status = await runVerb(lesson, verb, words)
    if (json) {
      const { state } = verb === 'reset' && status !== 0 ? { state: null } : openLesson(given)
      printRecord('learn', { status, said: said.join('\n'), state })
    }
    return status
  }
}

/**
 * @param {Lesson} lesson
 * @param {string | undefined} verb
 * @param {string[]} words
 * @returns {Promise<number> | number} the exit status
 */
function runVerb (lesson, verb, words) {
  const name = verb ?? 'show'
  if (lesson.state?.case && Object.hasOwn(onCase, name)) return onCase[name](lesson, open(lesson, ROOT), words)
  return verb ? verbs[verb].run(lesson, words) : showChapter(lesson)
}

/**
 * Records that the learner has seen it.
 *
 * @param {Lesson} lesson
 * @returns {{ title: string, text: string, left: number }} `left`: number of further hints
 */
function nextHint ({ chapter, done, note }) {
  const all = [...chapter.hints, { title: 'If you see something else', text: chapter.otherwise }]
  const shown = Math.min(all.length, (done.hints ?? 0) + 1)
  note({ hints: shown })
  const { title, text } = all[shown - 1]
  return { title, text: toTerminal(text), left: all.length - shown }
}

/** @param {Lesson} lesson */
function withoutCase ({ say }) {
  say('This command is only for cases. To see them: npm run learn cases')
  return 1
}

/**
 * Compares the learner's copy of step 1 with step 1, after each save.
 *
 * @param {Lesson} lesson
 * @returns {Promise<{ isNext: boolean, status: number }>} whether the learner wants the next chapter; the exit status
 */
async function watchFix (lesson) {
  const { fix, config, say } = lesson
  if (!fs.existsSync(fix)) {
    say(`${relative(fix)} does not exist. To create it: npm run learn start`)
    return { isNext: false, status: 1 }
  }
  const [yours, original] = [fix, path.join(ROOT, 'steps/01-slow')].map((folder) => path.join(relative(folder), 'index.js'))
  const { values, positionals } = parse(watchCommand, [yours, `--baseline=${original}`, `--path=${SEED}`], config)
  let isNext = false
  const status = await watchCommand.watchServer(positionals[0], values, {
    head: `Chapter ${lesson.chapter.number}. ${progressText(lesson)}`,
    keys: {
      h: { does: 'hint', press: ({ tell }) => tell(nextHint(openLesson(lesson)).text.replace(/\s+/g, ' ')) },
      n: {
        does: 'next chapter',
        press ({ end }) {
          isNext = true
          end()
        }
      }
    }
  })
  return { isNext, status }
}

/**
 * @param {Pick<Lesson, 'work' | 'config' | 'say'>} given
 * @returns {Lesson}
 */
function openLesson ({ work, config, say }) {
  const chapters = chaptersIn(fs.readFileSync(path.join(ROOT, 'WORKSHOP.md'), 'utf8'))
  const state = readState(work)
  const chapter = chapters.find(({ number }) => number === state.chapter) ?? chapters[0]
  const done = state.chapters[chapter.number] ?? {}
  return {
    chapters,
    state,
    chapter,
    done,
    work,
    fix: path.join(work, 'fix'),
    config,
    say,
    note: (changes) => writeState(work, withChapter(state, chapter.number, { ...done, ...changes }))
  }
}

/**
 * @param {State} state
 * @param {number} number of a chapter
 * @param {ChapterState} done
 * @returns {State}
 */
function withChapter (state, number, done) {
  return { ...state, chapters: { ...state.chapters, [number]: done } }
}

/** @returns {string} absolute path of my-work: in the working directory, or the one that contains it */
function workFolder () {
  const parts = process.cwd().split(path.sep)
  const at = parts.lastIndexOf(WORK)
  return at < 0 ? path.resolve(WORK) : parts.slice(0, at + 1).join(path.sep)
}

/**
 * @param {Lesson} lesson
 * @returns {number} the exit status
 */
function showChapter (lesson) {
  const { chapter, chapters, done, say } = lesson
  const head = `Chapter ${chapter.number} of ${chapters.length}: ${chapter.title} (${chapter.minutes} minutes)`
  const body = done.passed || done.gaveUp ? readAgain(chapter) : done.bet ? `Your bet: ${done.bet.text}\n\n${runText(chapter)}` : toTerminal(chapter.before)
  say([`${head}\n${progressText(lesson)}`, body, whatNext(lesson)].filter(Boolean).join('\n\n'))
  return 0
}

/** @param {Chapter} chapter a finished one */
function readAgain (chapter) {
  return [toTerminal(chapter.before), toTerminal(chapter.run), toTerminal(chapter.see), answersText(chapter)].join('\n\n')
}

/**
 * @param {Chapter} chapter
 * @param {(text: string) => void} say
 * @returns {number} the exit status
 */
function beforeBet ({ question }, say) {
  say(`Bet first, then look: ${question}\nnpm run learn bet <your answer>`)
  return 1
}

/** @param {Lesson} lesson */
function whatNext ({ chapter, chapters, done }) {
  if (done.passed || done.gaveUp) {
    return chapter.number < chapters.length
      ? 'Done. Next chapter: npm run learn next'
      : 'Done. That was the last chapter. To write your report: npm run learn report'
  }
  return done.bet ? afterBet(chapter) : 'To bet: npm run learn bet <your answer>'
}

/** @param {Chapter} chapter */
function afterBet ({ number }) {
  const { asks } = checks[number]
  return asks ? `${toTerminal(asks)}\nnpm run learn check <answer>` : 'After you have looked: npm run learn check'
}

/** @param {Chapter} chapter */
function runText (chapter) {
  return [toTerminal(chapter.run), 'After it has run: npm run learn look', afterBet(chapter), 'Stuck? npm run learn hint'].join('\n\n')
}

/** @param {Chapter} chapter */
function answersText ({ answers }) {
  return answers.map(({ title, text }) => `${title}\n\n${toTerminal(text)}`).join('\n\n')
}

/**
 * @param {Lesson} lesson
 * @param {string[]} words
 * @returns {Promise<number>} the exit status
 */
async function runCheck (lesson, words) {
  const { chapter, done, note, say, work, fix, config } = lesson
  if (!done.bet) return beforeBet(chapter, say)
  const { asks, seconds = SHORT_SECONDS, check } = checks[chapter.number]
  const answer = words.join(' ').trim()
  if (asks && !answer) {
    say(afterBet(chapter))
    return 1
  }
  if (seconds > SHORT_SECONDS) console.error(`... it takes ${seconds < LONG_SECONDS ? 'about ' : ''}${seconds} seconds`)
  const outcome = await check({ answer, bet: done.bet.text, root: ROOT, reports: path.resolve('reports'), fix, config, since: new Date(done.bet.date) })
  const { isPassed, saw, pointer, expected, measured = null, busy = null } = outcome
  const warning = busy ? [`${busy} If the result is unexpected, this can be the cause: try again.`] : []
  if (!isPassed) {
    const told = [...warning, 'Not yet.', ...(pointer ? [pointer] : []), `Expected: ${expected}.`, 'A hint: npm run learn hint']
    say(told.map(toTerminal).join('\n'))
    return 1
  }
  keepPages(chapter.number, { reports: path.resolve('reports'), work, since: new Date(done.bet.date) })
  const passed = { date: new Date().toISOString(), saw, measured }
  note({ passed })
  // The result comes last: the rest may not fit on one screen.
  const result = [...warning, 'Right.', ...saw, `Your bet was: ${done.bet.text}`].map(toTerminal).join('\n')
  const now = { ...done, passed }
  const later = { ...lesson, done: now, state: withChapter(lesson.state, chapter.number, now) }
  const checkpoint = `Checkpoint\n\n${toTerminal(chapter.checkpoint)}`
  say([answersText(chapter), checkpoint, result, progressText(later), whatNext(later)].join('\n\n'))
  return 0
}

/**
 * Copies the report pages of this chapter to my-work, because later runs replace the oldest ones.
 *
 * @param {number} chapter
 * @param {{ reports: string, work: string, since: Date }} options `since`: older pages belong to other chapters
 */
function keepPages (chapter, { reports, work, since }) {
  const kept = path.join(work, 'reports', String(chapter))
  for (const run of keptRuns(reports)) {
    for (const page of fs.readdirSync(run).filter((name) => name.endsWith('.html'))) {
      if (fs.statSync(path.join(run, page)).mtime < since) continue
      fs.mkdirSync(kept, { recursive: true })
      fs.copyFileSync(path.join(run, page), path.join(kept, `${path.basename(run).replace('run-', '')}.html`))
    }
  }
}

/**
 * @param {Pick<Lesson, 'work' | 'config' | 'say'>} lesson
 * @param {string[]} words
 * @returns {Promise<number>} the exit status
 */
async function runReset ({ work, config, say }, [what, sure]) {
  if (!what) throw new OperationalError('reset needs an argument: npm run learn reset <chapter>, fix, case, or all')
  if (!/^(\d+|fix|case|all)$/.test(what)) {
    throw new OperationalError(`cannot reset ${JSON.stringify(what)}. Use a chapter's number, fix, case, or all.`)
  }
  const copy = what === 'fix' || what === 'case' ? copyOf(what, { work, config, say }) : null
  const question = copy
    ? `Restart your copy of ${copy.name}? The old copy is kept beside it.`
    : what === 'all'
      ? 'Restart the whole workshop? Your old progress is kept in my-work.'
      : `Restart chapter ${what}? Your bet and your result are deleted.`
  if (sure !== 'yes' && !(await isSure(question))) {
    say('Nothing was changed. (To confirm without a terminal: npm run learn reset ' + `${what} yes)`)
    return 1
  }
  if (copy) {
    const aside = `${copy.folder}.${new Date().toISOString().replace(/[:.]/g, '-')}`
    if (fs.existsSync(copy.folder)) fs.renameSync(copy.folder, aside)
    copy.make()
    say(`Your copy of ${copy.name} is restored. The old copy: ${relative(aside)}`)
  } else if (what === 'all') {
    say(`Restarted.${setAside(work) ? ' Your old progress is kept in my-work.' : ''}`)
  } else {
    const { state } = openLesson({ work, config, say })
    const { [what]: _, ...chapters } = state.chapters
    writeState(work, { ...state, chapter: Number(what), chapters, case: null })
    say(`Chapter ${what} is restarted. To see it: npm run learn`)
  }
  return 0
}

/**
 * @param {'fix' | 'case'} what
 * @param {Pick<Lesson, 'work' | 'config' | 'say'>} given
 * @returns {{ name: string, folder: string, make: () => void }} the learner's copy; `make` creates it
 */
function copyOf (what, given) {
  if (what === 'fix') {
    const folder = path.join(given.work, 'fix')
    return { name: 'step 1', folder, make: () => fs.cpSync(path.join(ROOT, 'steps/01-slow'), folder, { recursive: true }) }
  }
  const lesson = openLesson(given)
  if (!lesson.state.case) throw new OperationalError('no case is open. All cases: npm run learn cases')
  const { one, folder } = open(lesson, ROOT)
  return { name: `case ${one.number}`, folder, make: () => copyCase(one, folder) }
}

/**
 * @param {string} question
 * @returns {Promise<boolean>} false without a terminal
 */
async function isSure (question) {
  if (!process.stdin.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim())
  } finally {
    terminal.close()
  }
}
