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
  stage('2-write', 'a line at a time, without formatting'),
  stage('3-buffer', 'many lines at a time, and nobody asks whether there is room'),
  stage('4-drain', 'the same, and stops when told to'),
  stage('5-readable', 'a Readable piped to stdout'),
  stage('6-cached', 'the same, its buffers made once'),
  stage('7-page', 'a page at a time, and no stream'),
  { id: 'yes-node', title: 'the best of them, as a program', command: [process.execPath, require.resolve('yes-node')] },
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
