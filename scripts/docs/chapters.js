'use strict'

// How often the workshop's chapters showed what they promise, from results/chapters-study.json: part of npm run docs.

/**
 * @typedef {{ chapter: number, typed: string, isAsPromised: boolean, saysDisturbed: boolean }} Seen
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
  const again = more.length ? ` Chapters ${more[0].only?.join(', ')} were followed ${more.length} times more beside it.` : ''
  const where = [...new Set(missed(busily).map(({ chapter }) => chapter))].join(', ')
  return (
    `All chapters were followed ${whole.length} times, ${whole.filter(({ beside }) => beside !== 'nothing').length} of them beside a program that takes a core, with wrong answers before the right ones.${again} ` +
    `Undisturbed, ${quietly.length - missed(quietly).length} of ${quietly.length} commands and checks ended as the text promises. ` +
    `Beside the busy program, ${busily.length - missed(busily).length} of ${busily.length} did; of the other ${missed(busily).length} (chapters ${where}), ${said.length} said who was busy.`
  )
}

module.exports = { chaptersSummary }
