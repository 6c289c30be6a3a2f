'use strict'

const { opening } = require('../../source/wait-lines')
const { descriptorCount, hasNoDescriptor, mostDescriptors } = require('../conditions')

/** @typedef {import('../../types/checkup').AnalysisWindow} AnalysisWindow */

// Lazily opened files are open after the main load. A pool of connections without a limit may grow for longer, until it
// has one for each request that runs at a time.
const LEAST = 10

const TOO_MANY = '("EMFILE: too many open files")'

/** @type {import('../../types/checkup').Judge} */
module.exports = {
  name: 'descriptor-growth',
  condition: 'The number of open file descriptors rises with the requests, or nearly reaches the limit of the process.',
  locates: 'sampled requests (`async_hooks`): the line that opens files or connections',
  means: [
    'Requests open files or connections that nothing closes. At the limit of the process, the server can open no file and accept no connection.',
    'Garbage collection does not close a file that `fs.open` or `fs.createReadStream` opened.'
  ],
  next: [
    'Close files also after an error, and if the client disconnects: `stream.destroy()`, `stream.pipeline`, `await file.close()` in `finally`. Read or destroy each response from another server: otherwise its connection stays open.',
    '`ls -l /proc/<pid>/fd` lists what a running process has open.'
  ],
  looks: ['waits', 'cpu'],
  places: opening,
  judge (window) {
    const { grownDescriptors, openDescriptors: open, mostOpened, shortRequests } = window
    if (!open) return null
    const least = leastGrowth(window)
    const areFiles = open.files >= open.sockets
    const isPool = !areFiles && open.sockets < LEAST + window.connections
    const isGrown = grownDescriptors.length > 1 && grownDescriptors.every((one) => descriptorCount(one) >= least)
    const grows = isGrown && !isPool
    if (!grows && !hasNoDescriptor(window)) return null
    const left = grownDescriptors.reduce((sum, one) => sum + descriptorCount(one), 0)
    return {
      sentence: grows
        ? `Requests leave ${areFiles ? 'files' : 'connections'} open, until the process can open no more ${TOO_MANY}.`
        : `The process has nearly as many files and connections open as it may ${TOO_MANY}.`,
      evidence: [
        ...(grows ? grownDescriptors : []).map((one, i) => ({
          what: `file descriptors left open by short load ${i + 1}`,
          value: descriptorCount(one),
          threshold: least,
          why: `Smaller differences are normal variation${window.calm ? '' : ', or requests that had not ended'}. A pool has its size after the first load.`
        })),
        ...(grows ? [{ what: 'file descriptors left open per request', value: left / shortRequests }] : []),
        {
          what: 'open file descriptors at the end',
          value: descriptorCount(open),
          ...(open.limit && { threshold: mostDescriptors(open), why: `The process may have ${open.limit}.` })
        },
        ...(areFiles ? [{ what: `open file descriptors of files, most of them of ${mostOpened}`, value: open.files }] : [{ what: 'open connections', value: open.sockets }])
      ]
    }
  }
}

/** @param {AnalysisWindow} window */
function leastGrowth ({ calm, connections }) {
  return calm ? LEAST : LEAST + connections
}
