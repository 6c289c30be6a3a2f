'use strict'

const path = require('path')

const FOLDER = path.join(__dirname, 'writers')

/**
 * All writers of this lab, in the order of the text. `command`: program and arguments.
 *
 * @type {{ id: string, title: string, command: string[], source?: string }[]}
 */
const writers = [
  stage('1-console-log', 'console.log in a loop'),
  stage('2-write', 'one line per write, without formatting'),
  stage('3-buffer', 'many lines per write, without back-pressure'),
  stage('4-drain', 'the same, with back-pressure'),
  stage('5-readable', 'a Readable piped to stdout'),
  stage('6-cached', 'the same, with buffers made once'),
  stage('7-page', 'one page per write, without a stream'),
  { id: 'yes-node', title: 'the fastest Node writer, as a program', command: [process.execPath, require.resolve('yes-node')] },
  { id: 'gnu', title: 'the yes of this system', command: ['yes'] },
  { id: 'go', title: 'the same in Go', command: ['go'], source: path.join(__dirname, 'go', 'yes.go') }
]

/**
 * @param {string} id
 * @param {string} title
 */
function stage (id, title) {
  return { id, title, command: [process.execPath, path.join(FOLDER, `${id}.js`)] }
}

module.exports = writers
