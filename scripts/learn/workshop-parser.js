'use strict'

// Parses WORKSHOP.md by its headings, which a test checks.

/**
 * @typedef {{ title: string, text: string }} Fold collapsed text, shown on request
 *
 * @typedef {object} Chapter texts are Markdown
 * @property {number} number from 1
 * @property {string} title
 * @property {number} minutes
 * @property {string} before text to read before the bet
 * @property {string} question to bet on
 * @property {string} run commands to type
 * @property {string} see expected output, explained
 * @property {Fold[]} hints vaguest first
 * @property {Fold[]} answers
 * @property {string} otherwise reasons for other output
 * @property {string} checkpoint
 */

const SECTIONS = {
  time: 'Time',
  before: 'Before you look',
  run: 'Run',
  see: 'What you see',
  hints: 'Hints',
  answers: 'Answer',
  otherwise: 'If you see something else',
  checkpoint: 'Checkpoint'
}

/**
 * @param {string} markdown
 * @returns {Chapter[]}
 * @throws {Error} if a chapter lacks a section
 */
function chaptersIn (markdown) {
  const [, ...chapters] = markdown.split(/^## (?=\d+\. )/m)
  return chapters.map(toChapter)
}

/** @param {string} text of the chapter, from its number on */
function toChapter (text) {
  const [head, ...parts] = text.split(/^### /m)
  const [, number, title] = /^(\d+)\. (.*)/.exec(head) ?? []
  const byName = new Map(parts.map((part) => [part.split('\n')[0].trim(), part.slice(part.indexOf('\n')).trim()]))
  const section = Object.fromEntries(
    Object.entries(SECTIONS).map(function ([key, name]) {
      const found = byName.get(name)
      if (found === undefined) throw new Error(`chapter ${number} has no section "${name}"`)
      return [key, found.replace(/\n---$/, '').trim()]
    })
  )
  return {
    number: Number(number),
    title,
    minutes: Number(/^(\d+) minutes/.exec(section.time)?.[1]),
    before: section.before,
    question: [...section.before.matchAll(/\*\*([^*]+)\*\*/g)].map(([, bold]) => bold.replace(/\s+/g, ' ')).join(' '),
    run: section.run,
    see: section.see,
    hints: foldsIn(section.hints),
    answers: foldsIn(section.answers),
    otherwise: section.otherwise,
    checkpoint: section.checkpoint
  }
}

/**
 * @param {string} text
 * @returns {Fold[]}
 */
function foldsIn (text) {
  return [...text.matchAll(/<details><summary>(.*?)<\/summary>\n([^]*?)<\/details>/g)].map(([, title, text]) => ({
    title,
    text: text.trim()
  }))
}

module.exports = { chaptersIn }
