'use strict'

// How often the workshop's chapters showed what they promise, and how much `goal` varies between runs, from
// results/chapters-study.json and results/goals-study.json: part of npm run docs.

const { grouped } = require('hot-path/reporting')
const { table } = require('./table')

// Silent reading of nonfiction: 238 words per minute (Brysbaert, "How many words do we read per minute?", 2019). Less
// here, because there is code to read, too.
const WORDS_PER_MINUTE = 200
// Per chapter, for the bet, for reading the output, and for typing.
const THINKING_MINUTES = 3

/**
 * @typedef {{ chapter: number, typed: string, isAsPromised: boolean, saysDisturbed: boolean, seconds: number }} Seen
 * @typedef {{ passes: { beside: string, only?: number[], seen: Seen[] }[] }} ChaptersStudy
 */

/**
 * @param {ChaptersStudy} study
 * @returns {string} a paragraph
 */
function chaptersSummary ({ passes }) {
  const busy = passes.filter(({ beside }) => beside !== 'nothing')
  const quiet = passes.filter((one) => !busy.includes(one))
  const [quietly, busily] = [quiet, busy].map((some) => some.flatMap(({ seen }) => seen))
  const missed = (/** @type {Seen[]} */ seen) => seen.filter(({ isAsPromised }) => !isAsPromised)
  const said = missed(busily).filter(({ saysDisturbed }) => saysDisturbed)
  const whole = passes.filter(({ only }) => !only)
  const more = passes.filter(({ only }) => only)
  const again = more.length ? ` Chapters ${more[0].only?.join(', ')} were followed ${more.length} more times with that program.` : ''
  const where = [...new Set(missed(busily).map(({ chapter }) => chapter))].join(', ')
  return (
    `All chapters were followed ${whole.length} times, giving wrong answers before the right ones. In ${whole.filter(({ beside }) => beside !== 'nothing').length} of these passes, another program used a core.${again} ` +
    `On the idle machine, ${quietly.length - missed(quietly).length} of ${quietly.length} commands and checks ended as the text says. ` +
    `With the busy program, ${busily.length - missed(busily).length} of ${busily.length} did. Of the other ${missed(busily).length} (chapters ${where}), ${said.length} reported the CPU contention.`
  )
}

/**
 * @param {ChaptersStudy} study
 * @param {import('../learn/workshop-parser').Chapter} chapter
 * @returns {number} whole minutes: commands in the last pass without contention (including wrong answers), reading, and
 *   thinking
 */
function minutesOf ({ passes }, { number, ...sections }) {
  const { seen = [] } = passes.findLast(({ beside }) => beside === 'nothing') ?? {}
  const seconds = seen.filter(({ chapter }) => chapter === number).reduce((sum, one) => sum + one.seconds, 0)
  const words = JSON.stringify(sections).replace(/<!--.*?-->|\|[^\\]*\|/g, '').match(/\p{L}{2,}/gu)?.length ?? 0
  return Math.round(seconds / 60 + words / WORDS_PER_MINUTE + THINKING_MINUTES)
}

/**
 * @param {import('../learn/workshop-parser').Chapter[]} chapters
 * @param {string[]} names the first and the last chapter number
 * @returns {string} Markdown table: titles and durations
 */
function chaptersTable (chapters, [first, last]) {
  const some = chapters.filter(({ number }) => number >= Number(first) && number <= Number(last))
  const rows = some.map(function ({ number, title, minutes }) {
    const heading = `${number}. ${title}`
    const anchor = heading.toLowerCase().replace(/[^\w -]/g, '').replace(/ /g, '-')
    return [`[${heading}](#${anchor})`, String(minutes)]
  })
  const all = some.reduce((sum, { minutes }) => sum + minutes, 0)
  return table(['chapter', 'minutes'], [...rows, ['', `${all} in all`]])
}

/**
 * @param {{ runs: { id: string, requestsPerSecond: number, verdict: string }[][] }} study
 * @returns {string} a paragraph
 */
function goalsSummary ({ runs }) {
  const servers = runs[0].map(function ({ id }) {
    const own = runs.map((run) => run.find((one) => one.id === id)).filter((one) => one !== undefined)
    const figures = own.map(({ requestsPerSecond }) => Math.round(requestsPerSecond)).sort((a, b) => a - b)
    const untold = own.filter(({ verdict }) => verdict === 'inconclusive').length
    const low = figures[0]
    const high = figures[figures.length - 1]
    return `${id} ${grouped(low)} to ${grouped(high)} requests per second (inconclusive in ${untold} of ${own.length} runs)`
  })
  return `In ${runs.length} consecutive runs of \`npm run goal\`: ${servers.join('; ')}.`
}

module.exports = { chaptersSummary, chaptersTable, goalsSummary, minutesOf }
