'use strict'

// Cases that others have written: `npm run learn cases add|check|new`.

const { spawnSync } = require('child_process')
const fs = require('fs')
const path = require('path')
const { OperationalError } = require('hot-path')
const { relative, toTerminal } = require('../text')
const { casesBelow, casesIn, readCase } = require('./list')
const { faultsIn, proof } = require('./prove')

/** @typedef {import('../../learn').Lesson} Lesson */
/** @typedef {import('./list').Case} Case */

const FIRST = path.join(__dirname, 'first')
const FIRST_NUMBER = 101
const ADDED = 'added'

/**
 * @param {string} root
 * @param {string} work
 * @returns {Case[]} the project's own cases, then those that the learner has added, numbered from 101
 */
function allCases (root, work) {
  const added = casesBelow(path.join(work, ADDED)).map((folder, i) => readCase(folder, FIRST_NUMBER + i))
  return [...casesIn(root), ...added]
}

/**
 * @param {string} work
 * @param {Case} one
 */
function isAdded (work, { folder }) {
  return path.dirname(folder) === path.join(work, ADDED)
}

/**
 * Adds a case to the list. Runs nothing of it: packages are installed without their scripts.
 *
 * @param {Lesson} lesson
 * @param {string[]} words a folder, or what npm can install: a name, an archive
 * @returns {number} the exit status
 */
function add ({ work, say }, [spec]) {
  if (!spec) throw new OperationalError('Which case? npm run learn cases add <folder or package>')
  const isPlain = fs.existsSync(spec) && fs.statSync(spec).isDirectory() && !fs.existsSync(path.join(spec, 'package.json'))
  const source = isPlain ? path.resolve(spec) : installed(spec, work)
  const [fault] = faultsIn(readCase(source, FIRST_NUMBER))
  if (fault) throw new OperationalError(`${relative(source)} cannot be added. ${fault}`)
  const packages = path.join(work, 'node_modules')
  const id = path.relative(isPlain ? path.dirname(source) : packages, source).replaceAll(path.sep, '-') // `@scope-name`
  const folder = path.join(work, ADDED, id)
  if (fs.existsSync(folder)) throw new OperationalError(`${id} has already been added. To add it again, delete ${relative(folder)}.`)
  fs.cpSync(source, folder, { recursive: true, filter: (file) => path.basename(file) !== 'node_modules' })
  const number = FIRST_NUMBER + casesBelow(path.join(work, ADDED)).indexOf(folder)
  say(`Added: ${number} ${readCase(folder, number).title}\nNothing of it has run yet. To start it: npm run learn start ${number}`)
  return 0
}

/**
 * @param {string} spec
 * @param {string} work
 * @returns {string} folder of the package
 * @throws {OperationalError} if npm cannot install it
 */
function installed (spec, work) {
  fs.mkdirSync(work, { recursive: true })
  const args = ['install', '--ignore-scripts', '--install-links', '--no-audit', '--no-fund', '--json', '--prefix', work]
  const before = dependenciesIn(work)
  const { status, stderr } = spawnSync('npm', [...args, '--', spec], { encoding: 'utf8' })
  if (status !== 0) {
    const why = stderr?.split('\n').find((line) => /npm (error|ERR!) (?!code)/.test(line)) ?? ''
    throw new OperationalError(`npm cannot install ${spec}. ${why.replace(/^npm \S+ /, '')}`.trim())
  }
  const after = dependenciesIn(work)
  const isMeant = (/** @type {string} */ name) =>
    after[name] === before[name] ? isSame(spec, { name, from: after[name], work }) : true
  const name = Object.keys(after).find(isMeant)
  if (!name) throw new OperationalError(`npm has installed ${spec}, but under no name. Is it installed already?`)
  return path.join(work, 'node_modules', name)
}

/**
 * @param {string} spec
 * @param {{ name: string, from: string, work: string }} dependency `from`: its version, or `file:` and a path
 * @returns {boolean} whether the spec means a dependency that was installed before
 */
function isSame (spec, { name, from, work }) {
  const isFile = from.startsWith('file:') && path.resolve(work, from.slice('file:'.length)) === path.resolve(spec)
  return isFile || spec === name || spec.startsWith(`${name}@`)
}

/**
 * @param {string} work
 * @returns {Record<string, string>} versions by name
 */
function dependenciesIn (work) {
  const file = path.join(work, 'package.json')
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')).dependencies ?? {}) : {}
}

/**
 * @param {Lesson} lesson
 * @param {string[]} words a folder
 * @returns {Promise<number>} the exit status
 */
async function check ({ work, config, say }, [name]) {
  if (!name) throw new OperationalError('Which case? npm run learn cases check <folder>')
  const one = readCase(path.resolve(name), FIRST_NUMBER)
  fs.mkdirSync(work, { recursive: true })
  const copies = fs.mkdtempSync(path.join(work, 'proof-'))
  let isRight = true
  try {
    for await (const step of proof(one, { work: copies, project: { reports: path.resolve('reports'), config } })) {
      isRight &&= step.isRight
      say(toTerminal(`${step.isRight ? 'right' : 'WRONG'}: ${step.said}`))
    }
  } finally {
    fs.rmSync(copies, { recursive: true, force: true })
  }
  say(isRight ? 'The case is proven.' : 'The case is not proven yet.')
  return isRight ? 0 : 1
}

/**
 * @param {Lesson} lesson
 * @param {string[]} words a folder
 * @returns {number} the exit status
 */
function create ({ say }, [name]) {
  if (!name) throw new OperationalError('Where? npm run learn cases new <folder>')
  if (fs.existsSync(name)) throw new OperationalError(`${name} exists already. Choose another folder.`)
  fs.cpSync(FIRST, path.resolve(name), { recursive: true })
  say(`A first case is in ${name}. It can be proven as it is: npm run learn cases check ${name}\nThen change it into yours: docs/cases.md`)
  return 0
}

/** @type {Record<string, (lesson: Lesson, words: string[]) => Promise<number> | number>} */
const verbs = { add, check, new: create }

module.exports = { allCases, isAdded, verbs }
