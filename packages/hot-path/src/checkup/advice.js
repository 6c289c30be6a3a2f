'use strict'

const fs = require('fs')
const path = require('path')

/**
 * The advice on a finding: a Markdown file beside the code that finds it, with one part on what it means and one on
 * what to run next, each of which begins with a sentence that stands for the whole.
 *
 * @param {string} name of the finding
 * @returns {{ means: string, next: string }} these sentences
 */
function adviceOn (name) {
  const text = fs.readFileSync(path.join(__dirname, 'findings', `${name}.md`), 'utf8')
  return { means: firstParagraph(text, 'What it means'), next: firstParagraph(text, 'What to run next') }
}

/**
 * @param {string} text
 * @param {string} title
 */
function firstParagraph (text, title) {
  const [, body = ''] = text.split(`## ${title}\n`)
  return body.trim().split('\n\n')[0].replaceAll('\n', ' ')
}

module.exports = { adviceOn }
