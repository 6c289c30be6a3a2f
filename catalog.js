'use strict'

const path = require('path')

/**
 * Everything of ours that can be started and measured. A number is short for a step.
 *
 * @type {{ id: string, number?: string, title: string, file: string, path: string }[]}
 */
const catalog = [
  {
    id: '01-slow',
    number: '1',
    title: 'the slow server',
    file: 'steps/01-slow/index.js',
    path: '/seed/v1'
  },
  {
    id: '02-fixed-listener',
    number: '2',
    title: 'the listener leak fixed',
    file: 'steps/02-fixed-listener/index.js',
    path: '/seed/v1'
  },
  {
    id: '03-optimized',
    number: '3',
    title: 'the hot path optimised',
    file: 'steps/03-optimized/index.js',
    path: '/seed/v1'
  },
  {
    id: 'ceiling',
    title: 'the same contract on bare node:http, the most it allows',
    file: 'experiments/ceiling/index.js',
    path: '/seed/v1'
  }
]

/**
 * Every entry as a subject that can be started.
 *
 * @type {(import('./harness/records').Subject & { number?: string })[]}
 */
module.exports = catalog.map((entry) => ({ ...entry, entry: path.join(__dirname, entry.file) }))
