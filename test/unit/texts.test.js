'use strict'

const fs = require('fs')
const path = require('path')
const t = require('tap')
const { ROOT, claims, subjects: catalog } = require('../support/config')
const { roundsFor, sessionsOf } = require('hot-path/testing')
const { TEXTS, texts } = require('../../scripts/docs/build')
const { minutesOf } = require('../../scripts/docs/chapters')
const { chaptersIn } = require('../../scripts/learn/workshop-parser')

t.test('the numbers in the texts match those in results/', async function (t) {
  for (const { file, is, shouldBe } of texts()) t.equal(is, shouldBe, `${file}: run npm run docs`)
})

t.test('the time of a chapter is that of its commands in the study, plus the reading time', async function (t) {
  const study = JSON.parse(fs.readFileSync(path.join(ROOT, 'results/chapters-study.json'), 'utf8'))
  const chapters = chaptersIn(fs.readFileSync(path.join(ROOT, 'WORKSHOP.md'), 'utf8'))
  for (const chapter of chapters) t.equal(chapter.minutes, minutesOf(study, chapter), chapter.title)
})

t.test('every claim names existing subjects, and has a threshold and a reason', async function (t) {
  const ids = catalog.map(({ id }) => id)
  for (const { id, text, subject, over, least, most, why } of claims) {
    t.ok(ids.includes(subject) && (!over || ids.includes(over)), id)
    t.ok(least !== undefined || most !== undefined, `${id} has a threshold`)
    t.ok(text.endsWith('.') && why.endsWith('.'), `${id} has a sentence and a reason`)
  }
})

t.test('every claim is measured in as many rounds as its recorded variance requires', async function (t) {
  const { samples, machine } = JSON.parse(fs.readFileSync(path.join(ROOT, 'results/claims.json'), 'utf8'))
  const sessions = sessionsOf(claims, catalog)
  for (const claim of claims) {
    const ids = [claim.subject, claim.over].filter(Boolean)
    const own = sessions.filter(({ roundsOf }) => ids.every((id) => id in roundsOf))
    const rounds = own.reduce((sum, { roundsOf }) => sum + Math.min(...ids.map((id) => roundsOf[id])), 0)
    const needed = roundsFor(claim, samples, machine, claims.length)
    t.ok(rounds >= needed, `${claim.id}: ${rounds} rounds, of ${needed}`)
  }
})

t.test('the session behind the texts judged every claim, and every claim held', async function (t) {
  const session = JSON.parse(fs.readFileSync(path.join(ROOT, 'results/claims.json'), 'utf8'))
  t.same(
    session.claims.map(({ id }) => id),
    claims.map(({ id }) => id)
  )
  for (const { id, verdict } of session.claims) t.equal(verdict, 'holds', id)
})

t.test('every chapter of the workshop has the same headings', async function (t) {
  const [, ...chapters] = fs.readFileSync(path.join(ROOT, 'WORKSHOP.md'), 'utf8').split(/^## /m)
  for (const chapter of chapters) {
    const headings = [...chapter.matchAll(/^### (.*)$/gm)].map(([, heading]) => heading)
    t.same(
      headings,
      ['Time', 'Before you look', 'Run', 'What you see', 'Hints', 'Answer', 'If you see something else', 'Checkpoint'],
      chapter.split('\n')[0]
    )
    const hints = [...chapter.matchAll(/<summary>(\d\..*)<\/summary>/g)].map(([, grade]) => grade)
    t.same(hints, ['1. The symptom', '2. The tool', '3. The line'], 'three hints')
  }
})

t.test('every subject is described on a page', async function (t) {
  const pages = TEXTS.filter((text) => text === 'WORKSHOP.md' || text.startsWith('experiments/'))
    .map(read)
    .join('\n')
  for (const { id, alias } of catalog) t.ok(pages.includes(alias ? `npx hot-path flame ${alias}` : id), id)
})

const ALL = ['CONTRIBUTING.md', 'CHANGELOG.md', ...TEXTS]

function read (text) {
  return fs.readFileSync(path.join(ROOT, text), 'utf8')
}

t.test('every image and every link to a file resolves', async function (t) {
  for (const text of ALL) {
    for (const [, link] of read(text).matchAll(/(?:\]\(|src(?:set)?=")([^)#"]+)/g)) {
      if (!link.startsWith('http')) t.ok(fs.existsSync(path.join(ROOT, path.dirname(text), link)), `${text}: ${link}`)
    }
  }
})

t.test('every link to a heading resolves', async function (t) {
  for (const text of ALL) {
    for (const [, file, anchor] of read(text).matchAll(/\]\((?!http)([^)#]*)#([^)]+)\)/g)) {
      const target = file ? path.join(path.dirname(text), file) : text
      t.ok(anchorsIn(read(target)).includes(anchor), `${text}: ${file}#${anchor}`)
    }
  }
})

/** Returns the anchors that GitHub generates for the headings of a text. */
function anchorsIn (markdown) {
  return [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-')
  )
}
