'use strict'

// The verbs of `npm run learn` for cases: sick servers to diagnose and then to cure.

const fs = require('fs')
const path = require('path')
const { OperationalError } = require('hot-path')
const { differences } = require('../differences')
const { writeState } = require('../state')
const { relative, toTerminal } = require('../text')
const { checkCounts, checkProof } = require('./cure')
const { KINDS, judgeAnswer } = require('./diagnosis')
const { copyCase } = require('./list')
const { allCases, isAdded, verbs: ofOthers } = require('./others')

/** @typedef {import('../../learn').Lesson} Lesson */
/** @typedef {import('./list').Case} Case */
/** @typedef {import('../state').CaseState} CaseState */

/**
 * @typedef {object} Open the learner's current case
 * @property {Case} one
 * @property {string} folder the learner's copy
 * @property {CaseState} done
 * @property {(changes: Partial<CaseState>) => void} note
 */

const COULD_NOT_TELL = 3
const ANOTHER = 'Another case: npm run learn next. All cases: npm run learn cases'

/** @param {string} root */
function toList (root) {
  return function (/** @type {Lesson} */ lesson, /** @type {string[]} */ [verb, ...words]) {
    const { state, say, work } = lesson
    if (verb !== undefined) {
      if (Object.hasOwn(ofOthers, verb)) return ofOthers[verb](lesson, words)
      throw new OperationalError(`there is no "learn cases ${verb}". There are: ${Object.keys(ofOthers).join(', ')}.`)
    }
    say(
      allCases(root, work)
        .map(function ({ id, number, title }) {
          const { diagnosed = [], cured, gaveUp } = state.cases?.[id] ?? {}
          const mark = cured ? 'cured' : gaveUp ? 'given up' : diagnosed.length > 0 ? 'diagnosed' : ''
          return `${id === state.case ? '>' : ' '} ${String(number).padStart(2)}  ${toTerminal(title).padEnd(56)} ${mark}`.trimEnd()
        })
        .join('\n') + '\n\nTo start one: npm run learn start <number>'
    )
    return 0
  }
}

/**
 * @param {Lesson} lesson
 * @param {string} root
 * @param {string[]} words its number, and `yes` to confirm
 * @param {(question: string) => Promise<boolean>} isSure asks the learner
 * @returns {Promise<number>} the exit status
 */
async function startCase (lesson, root, [number, sure], isSure) {
  const { state, work, say } = lesson
  const one = allCases(root, work).find((one) => String(one.number) === number)
  if (!one) throw new OperationalError(`there is no case ${JSON.stringify(number)}. All cases: npm run learn cases`)
  const done = state.cases?.[one.id] ?? {}
  const mustAsk = isAdded(work, one) && done.agreed === undefined
  const question = `${one.id} was written by others. Its code will run here, with your rights. Start it?`
  if (mustAsk && sure !== 'yes' && !(await isSure(question))) {
    say(`Nothing was started. (To confirm without a terminal: npm run learn start ${number} yes)`)
    return 1
  }
  const noted = { [one.id]: { ...done, agreed: new Date().toISOString() } }
  const cases = mustAsk ? { ...state.cases, ...noted } : state.cases
  const inside = { ...lesson, state: { ...state, case: one.id, cases } }
  writeState(work, inside.state)
  return showCase(inside, open(inside, root))
}

/**
 * @param {Lesson} lesson in a case
 * @param {string} root
 * @param {(question: string) => Promise<boolean>} isSure asks the learner
 * @returns {Promise<number>} the exit status
 */
async function startNextCase (lesson, root, isSure) {
  const { state, work, say } = lesson
  const all = allCases(root, work)
  const at = all.findIndex(({ id }) => id === state.case)
  const next = [...all.slice(at + 1), ...all.slice(0, at)].find(({ id }) => !state.cases?.[id]?.cured)
  if (next) return startCase(lesson, root, [String(next.number)], isSure)
  say(`There is no other case that is not cured. Back to the chapters: npm run learn goto ${state.chapter}`)
  return 0
}

/**
 * @param {Lesson} lesson
 * @param {string} root
 * @returns {Open}
 */
function open ({ state, work }, root) {
  const one = allCases(root, work).find(({ id }) => id === state.case)
  if (!one) throw new OperationalError(`case ${state.case} does not exist any more. All cases: npm run learn cases`)
  const done = state.cases?.[one.id] ?? {}
  const folder = folderOf(work, one)
  if (!fs.existsSync(folder)) copyCase(one, folder)
  const note = (/** @type {Partial<CaseState>} */ changes) =>
    writeState(work, { ...state, cases: { ...state.cases, [one.id]: { ...done, ...changes } } })
  return { one, folder, done, note }
}

/**
 * @param {string} work
 * @param {Case} one
 */
function folderOf (work, { id }) {
  return path.join(work, 'cases', id)
}

/**
 * @param {Lesson} lesson
 * @param {Open} opened
 * @returns {number} the exit status
 */
function showCase ({ say, state }, { one, folder, done }) {
  const file = relative(path.join(folder, one.server))
  const ticket = fs.readFileSync(path.join(one.folder, 'ticket.md'), 'utf8').replace(/^# .*\n/, '').replace(/^> ?/gm, '')
  say(
    [
      `Case ${one.number}: ${one.title}`,
      toTerminal(ticket),
      `Your copy: ${path.dirname(file)}/`,
      `    npx hot-path checkup ${file} --path='${one.path}'`,
      whatNext(one, done, folder),
      `Back to the chapters: npm run learn goto ${state.chapter}`
    ].join('\n\n')
  )
  return 0
}

/**
 * @param {Case} one
 * @param {CaseState} done
 * @param {string} folder the learner's copy
 */
function whatNext ({ illnesses, hints }, { diagnosed = [], cured }, folder) {
  if (cured) return `Cured. ${ANOTHER}`
  if (diagnosed.length < illnesses.length) {
    return [
      diagnosed.length > 0 ? 'There is another problem. What is it, and where?' : 'What is the problem, and where?',
      '    npm run learn answer <finding> <file:line>',
      toTerminal(`The findings: ${KINDS.join(', ')} (healthy needs no line). docs/checkup.md explains them.`),
      `Stuck? npm run learn hint (${hints.length} hints)`
    ].join('\n')
  }
  return [
    `Cure it in your copy, ${relative(folder)}/. Then: npm run learn check`,
    'To check after each save, without load: npm run learn watch'
  ].join('\n')
}

/**
 * @param {Lesson} lesson
 * @param {Open} opened
 * @param {string[]} words
 * @returns {number} the exit status
 */
function answer ({ say }, { one, folder, done: { diagnosed = [], ...done }, note }, words) {
  if (words.length === 0) {
    say(whatNext(one, { ...done, diagnosed }, folder))
    return 1
  }
  const { illness, said } = judgeAnswer(one, words.join(' '))
  if (!illness) {
    say(`${toTerminal(`Not yet. ${said}`)}\n${hintText(one, done)}`)
    return 1
  }
  const all = [...new Set([...diagnosed, illness.finding])]
  const isHealthy = illness.finding === 'healthy'
  note({ diagnosed: all, ...(isHealthy && { cured: new Date().toISOString() }) })
  const next = isHealthy
    ? `${toTerminal(one.lesson)}\n\n${ANOTHER}`
    : whatNext(one, { ...done, diagnosed: all }, folder)
  say(`${said}\n\n${next}`)
  return 0
}

/**
 * @param {Lesson} lesson
 * @param {Open} opened
 * @returns {Promise<number>} the exit status
 */
async function check ({ say, config }, { one, folder, done, note }) {
  const { diagnosed = [] } = done
  if (diagnosed.length < one.illnesses.length) {
    say(`First the diagnosis, then the cure.\n${whatNext(one, done, folder)}`)
    return 1
  }
  const project = { reports: path.resolve('reports'), config }
  const counted = await checkCounts(one, folder, project)
  if (counted.verdict !== 'cured') return notCured(counted.saw)
  if (one.proof) console.error('... measuring under load: up to a minute')
  const proven = await checkProof(one, folder, project)
  const saw = [...counted.saw, ...proven.saw]
  if (proven.verdict === 'sick') return notCured(saw)
  if (proven.verdict === 'unknown') {
    tell(say, 'Inconclusive.', saw)
    return COULD_NOT_TELL
  }
  note({ cured: new Date().toISOString() })
  say([['Cured.', ...saw].map(toTerminal).join('\n'), toTerminal(one.lesson), ANOTHER].join('\n\n'))
  return 0

  /** @param {string[]} saw */
  function notCured (saw) {
    return tell(say, 'Not cured yet.', [...saw, hintText(one, done)])
  }
}

/**
 * @param {Case} one
 * @param {CaseState} done
 * @returns {string} the command for the next hint, or for the solution
 */
function hintText ({ hints }, { hints: shown = 0 }) {
  const left = hints.length - shown
  return left > 0 ? `A hint: npm run learn hint (${left} left)` : 'No hints are left. The answer: npm run learn solution give-up'
}

/**
 * @param {Lesson['say']} say
 * @param {string} verdict
 * @param {string[]} saw
 */
function tell (say, verdict, saw) {
  say([verdict, ...saw].map(toTerminal).join('\n'))
  return 1
}

/**
 * @param {Lesson} lesson
 * @param {Open} opened
 * @returns {number} the exit status
 */
function diff ({ say }, { one, folder }) {
  const changed = fs.readdirSync(folder).map((name) => {
    const [was, is] = [one.folder, folder].map((place) => path.join(place, name))
    return fs.existsSync(was) ? differences(was, is) : `New file: ${name}`
  })
  say(changed.filter(Boolean).join('\n') || 'They are the same.')
  return 0
}

/**
 * @param {Lesson} lesson
 * @param {Open} opened
 * @returns {number} the exit status
 */
function hint ({ say }, { one, done, note }) {
  const shown = Math.min(one.hints.length, (done.hints ?? 0) + 1)
  note({ hints: shown })
  const left = one.hints.length - shown
  say(`${toTerminal(one.hints[shown - 1])}\n\n${left ? `${left} more.` : 'That was the last one. The answer: npm run learn solution give-up'}`)
  return 0
}

/**
 * @param {Lesson} lesson
 * @param {Open} opened
 * @param {string[]} words
 * @returns {number} the exit status
 */
function solution ({ say }, { one, done, note }, [word]) {
  if (!done.cured && word !== 'give-up') {
    say('The case is not cured yet. To see the answer anyway: npm run learn solution give-up')
    return 1
  }
  if (!done.cured) note({ gaveUp: true })
  const places = one.illnesses.map(({ finding, places }) => `Diagnosis: ${[finding, ...places].join(', ')}.`)
  const patches = one.cures.slice(0, 1).map(({ patch }) => patch.trim())
  say([...places, ...patches, toTerminal(one.lesson)].join('\n\n'))
  return 0
}

/**
 * @param {Lesson} lesson
 * @param {Open} opened
 * @returns {number} the exit status
 */
function outside ({ state, say }, { one }) {
  say(`You are in case ${one.number}. Back to the chapters: npm run learn goto ${state.chapter}`)
  return 1
}

/** @type {Record<string, (lesson: Lesson, opened: Open, words: string[]) => Promise<number> | number>} */
const onCase = { show: showCase, answer, check, hint, diff, solution, bet: outside }

module.exports = { folderOf, onCase, open, startCase, startNextCase, toList }
