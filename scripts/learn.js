'use strict'

// The workshop's guide: shows the chapter and the next step. It prints plain lines, and advances only on request.

const fs = require('fs')
const path = require('path')
const { createInterface } = require('readline/promises')
const { OperationalError } = require('hot-path')
const { keptRuns } = require('hot-path/testing')
const { wrap } = require('hot-path/reporting')
const { printRecord } = require('hot-path/command')
const { copyCase } = require('./learn/cases/list')
const { onCase, open, startCase, toList } = require('./learn/cases/verbs')
const { chaptersIn } = require('./learn/workshop-parser')
const { checks } = require('./learn/chapter-checks')
const { differences } = require('./learn/differences')
const { drawReport } = require('./learn/report')
const { readState, setAside, writeState } = require('./learn/state')
const { relative, toTerminal } = require('./learn/text')

const ROOT = path.resolve(__dirname, '..')
const WIDTH = 80
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
    does: 'this list',
    run ({ say }) {
      const all = Object.values(verbs)
      const width = Math.max(...all.map(({ usage }) => usage.length))
      const lines = all.flatMap(({ usage, does }) =>
        wrap(does, WIDTH - width - 4).map((line, i) => `  ${(i === 0 ? usage : '').padEnd(width)}  ${line}`)
      )
      say(['npm run learn             where am I, what is next?', 'npm run learn <one of these>:', '', ...lines].join('\n'))
      return 0
    }
  },
  next: {
    usage: 'next',
    does: 'go to the next chapter, when this one is checked',
    run (lesson) {
      const { chapter, chapters, done, state, work, say } = lesson
      if (!done.passed && !done.gaveUp) {
        say(`Chapter ${chapter.number} is not checked yet. ${whatNext(lesson)}\nTo leave it out: npm run learn goto ${chapter.number + 1}`)
        return 1
      }
      if (chapter.number === chapters.length) {
        say('That was the last chapter. npm run learn report makes a page of what you bet and what you measured.')
        return 0
      }
      writeState(work, { ...state, chapter: chapter.number + 1 })
      return showChapter(openLesson(lesson))
    }
  },
  bet: {
    usage: 'bet <answer>',
    does: 'keep your answer to the question; then you see what to run',
    run ({ chapter, done, note, say }, words) {
      const text = words.join(' ').trim()
      if (!text) throw new OperationalError(`bet what? npm run learn bet <your answer>. The question is: ${chapter.question}`)
      if (done.passed) throw new OperationalError(`chapter ${chapter.number} is checked: it is no bet any more. npm run learn reset ${chapter.number} begins it anew.`)
      const example = checks[chapter.number].reads?.(text)
      if (example) throw new OperationalError(`that cannot be measured here. Bet ${example}.`)
      note({ bet: { text, date: new Date().toISOString() } })
      say(`Kept: ${text}\n\n${runText(chapter)}`)
      return 0
    }
  },
  look: {
    usage: 'look',
    does: 'what to look at, when your command has run',
    run ({ chapter, done, say }) {
      if (!done.bet) return beforeBet(chapter, say)
      say(toTerminal(chapter.see))
      return 0
    }
  },
  check: {
    usage: 'check [answer]',
    does: 'compare with what is measured, and say what was seen and expected',
    run: runCheck
  },
  hint: {
    usage: 'hint',
    does: 'one more hint each time, from what to look at to where',
    run ({ chapter, done, note, say }) {
      const all = [...chapter.hints, { title: 'If you see something else', text: chapter.otherwise }]
      const shown = Math.min(all.length, (done.hints ?? 0) + 1)
      note({ hints: shown })
      const { title, text } = all[shown - 1]
      const left = all.length - shown
      say(`${title}\n\n${toTerminal(text)}\n\n${left ? `${left} more.` : 'That was the last one.'}`)
      return 0
    }
  },
  list: {
    usage: 'list',
    does: 'all chapters, and what is done',
    run ({ chapters, state, say }) {
      say(
        chapters
          .map(function ({ number, title, minutes }) {
            const { bet, passed, gaveUp } = state.chapters[number] ?? {}
            const mark = passed ? 'done' : gaveUp ? 'told' : bet ? 'bet' : ''
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
        throw new OperationalError(`there is no chapter ${JSON.stringify(word ?? '')}. There are 1 to ${chapters.length}: npm run learn list`)
      }
      writeState(work, { ...state, chapter: Number(word), case: null })
      return showChapter(openLesson(lesson))
    }
  },
  cases: {
    usage: 'cases',
    does: 'sick servers to diagnose and cure, and which of them you did',
    run: toList(ROOT)
  },
  answer: {
    usage: 'answer <finding> <file:line>',
    does: 'your diagnosis of the case that you are in',
    run: withoutCase
  },
  watch: {
    usage: 'watch',
    does: 'check the case whenever you save, without load',
    run: withoutCase
  },
  start: {
    usage: 'start [case]',
    does: 'take a case; or, without one, make your own copy of step 1 to repair, in my-work/fix',
    run (lesson, [number]) {
      if (number) return startCase(lesson, ROOT, number)
      const { fix, say } = lesson
      if (fs.existsSync(fix)) throw new OperationalError(`${relative(fix)} is there already, with your work. npm run learn reset fix moves it aside.`)
      fs.cpSync(path.join(ROOT, 'steps/01-slow'), fix, { recursive: true })
      say(`Yours: ${relative(fix)}/index.js and util.js.\nRepair them. What you changed: npm run learn diff`)
      return 0
    }
  },
  diff: {
    usage: 'diff [a] [b]',
    does: 'what you changed in your copy, of a case or of step 1; or what differs between two steps',
    run ({ fix, say }, [from, to]) {
      const [a, b] = from && to ? [from, to].map((name) => path.resolve(name)) : [path.join(ROOT, 'steps/01-slow'), fix]
      for (const file of [a, b]) if (!fs.existsSync(file)) throw new OperationalError(`${relative(file)} is not there.${file === fix ? ' npm run learn start makes it.' : ''}`)
      say(differences(a, b) || 'They are the same.')
      return 0
    }
  },
  solution: {
    usage: 'solution [give-up]',
    does: 'the answer: after the check has passed, or when you give up',
    run ({ chapter, done, note, say }, [word]) {
      if (!done.passed && word !== 'give-up') {
        say(`Chapter ${chapter.number} is not checked yet. To see the answer all the same: npm run learn solution give-up`)
        return 1
      }
      if (!done.passed) note({ gaveUp: true })
      say(answersText(chapter))
      return 0
    }
  },
  reset: {
    usage: 'reset <chapter|fix|case|all>',
    does: 'begin a chapter, your copy of step 1 or of a case, or all of it anew; it asks first',
    run: runReset
  },
  report: {
    usage: 'report',
    does: 'a page of your own: bets beside measurements, and your pictures',
    run ({ chapters, state, work, say }) {
      const file = path.join(work, 'report.html')
      fs.mkdirSync(work, { recursive: true })
      fs.writeFileSync(file, drawReport({ chapters, state, work }))
      say(`Your report: ${relative(file)}`)
      return 0
    }
  }
}

/** @type {import('hot-path').Command} */
module.exports = {
  name: 'learn',
  usage: '[what]',
  summary: 'Guide you through the workshop',
  options: ['json'],
  positionals: [0, 100],
  async run ([verb, ...words], { json, config }) {
    /** @type {string[]} */
    const said = []
    const say = (/** @type {string} */ text) => (json ? said.push(text) : console.log(text))
    if (verb !== undefined && !Object.hasOwn(verbs, verb)) {
      throw new OperationalError(`learn knows no ${JSON.stringify(verb)}. It knows: ${Object.keys(verbs).join(', ')}.`)
    }
    const work = path.resolve('my-work')
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

/** @param {Lesson} lesson */
function withoutCase ({ say }) {
  say('That is for cases. To take one: npm run learn cases')
  return 1
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
    note: (changes) =>
      writeState(work, { ...state, chapters: { ...state.chapters, [chapter.number]: { ...done, ...changes } } })
  }
}

/**
 * @param {Lesson} lesson
 * @returns {number} the exit status
 */
function showChapter (lesson) {
  const { chapter, chapters, done, say } = lesson
  const head = `Chapter ${chapter.number} of ${chapters.length}: ${chapter.title} (${chapter.minutes} minutes)`
  const body = done.passed || done.gaveUp ? readAgain(chapter) : done.bet ? `Your bet: ${done.bet.text}\n\n${runText(chapter)}` : toTerminal(chapter.before)
  say([head, body, whatNext(lesson)].filter(Boolean).join('\n\n'))
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
      ? 'Done. Go on: npm run learn next'
      : 'Done, and that was the last one. npm run learn report'
  }
  return done.bet ? afterBet(chapter) : 'Your answer: npm run learn bet <your answer>'
}

/** @param {Chapter} chapter */
function afterBet ({ number }) {
  const { asks } = checks[number]
  return asks ? `${toTerminal(asks)}\nnpm run learn check <answer>` : 'When you have looked: npm run learn check'
}

/** @param {Chapter} chapter */
function runText (chapter) {
  return [toTerminal(chapter.run), 'When it has run: npm run learn look', afterBet(chapter), 'Stuck? npm run learn hint'].join('\n\n')
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
  const warning = busy ? [`${busy} If it looks odd, that is not your fault: try again.`] : []
  if (!isPassed) {
    const told = [...warning, 'Not yet.', ...(pointer ? [pointer] : []), `Expected: ${expected}.`, 'A hint: npm run learn hint']
    say(told.map(toTerminal).join('\n'))
    return 1
  }
  keepPages(chapter.number, { reports: path.resolve('reports'), work, since: new Date(done.bet.date) })
  note({ passed: { date: new Date().toISOString(), saw, measured } })
  say([[...warning, 'Right.', ...saw].map(toTerminal).join('\n'), `Your bet was: ${done.bet.text}`, answersText(chapter), `Checkpoint\n\n${toTerminal(chapter.checkpoint)}`, whatNext({ ...lesson, done: { ...done, passed: { date: '', saw, measured } } })].join('\n\n'))
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
  if (!what) throw new OperationalError('reset what? npm run learn reset <chapter>, fix, case, or all')
  if (!/^(\d+|fix|case|all)$/.test(what)) {
    throw new OperationalError(`reset knows no ${JSON.stringify(what)}: a chapter's number, fix, case, or all.`)
  }
  const copy = what === 'fix' || what === 'case' ? copyOf(what, { work, config, say }) : null
  const question = copy
    ? `Begin your copy of ${copy.name} anew? The old one is kept beside it.`
    : what === 'all'
      ? 'Begin the whole workshop anew? What you did is kept beside it.'
      : `Begin chapter ${what} anew? Your bet and its answer go.`
  if (sure !== 'yes' && !(await isSure(question))) {
    say('Nothing was changed. (Without a terminal: npm run learn reset ' + `${what} yes)`)
    return 1
  }
  if (copy) {
    const aside = `${copy.folder}.${new Date().toISOString().replace(/[:.]/g, '-')}`
    if (fs.existsSync(copy.folder)) fs.renameSync(copy.folder, aside)
    copy.make()
    say(`Your copy is ${copy.name} again. The old one: ${relative(aside)}`)
  } else if (what === 'all') {
    say(`Begun anew.${setAside(work) ? ' The old state is kept in my-work.' : ''}`)
  } else {
    const { state } = openLesson({ work, config, say })
    const { [what]: _, ...chapters } = state.chapters
    writeState(work, { ...state, chapter: Number(what), chapters, case: null })
    say(`Chapter ${what} begins anew: npm run learn`)
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
  if (!lesson.state.case) throw new OperationalError('you are in no case. All of them: npm run learn cases')
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
