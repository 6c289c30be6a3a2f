'use strict'

const fs = require('fs')
const os = require('os')
const path = require('path')
const { atExit } = require('../util/at-exit')
const { greatestId, readSnapshot } = require('../source/heap-snapshot')
const { retainerOf } = require('../source/retainers')

// Two heap snapshots of a server, in a temporary directory: the heap probe writes them (agent/probes/heap.js).

/**
 * @template T
 * @param {(folder: string) => Promise<T>} use gets a temporary directory for heap snapshots
 * @returns {Promise<T>}
 */
async function withSnapshots (use) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-path-heap-'))
  const remove = () => fs.rmSync(folder, { recursive: true, force: true })
  const forget = atExit(remove)
  try {
    return await use(folder)
  } finally {
    forget()
    remove()
  }
}

/**
 * @param {string} folder
 * @returns {import('../types/source').Retainer | null} the retainer of most of the added memory;
 *   null without snapshots (the heap was too large), or if no retainer has a name
 */
function retainerIn (folder) {
  const [before, after] = ['before', 'after'].map((name) => path.join(folder, `${name}.heapsnapshot`))
  if (!fs.existsSync(before) || !fs.existsSync(after)) return null
  return retainerOf(readSnapshot(after), greatestId(before))
}

module.exports = { retainerIn, withSnapshots }
