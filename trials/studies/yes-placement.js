'use strict'

// How fast yes is with other sizes of a write, if writer and reader run on two cores and if they share one:
//   node trials/studies/yes-placement.js
// Needs pv, taskset and two cores. Saves its results in results/yes-placement-study.json.

const path = require('path')
const { keepOnCore, machine, withRunDirectory, writeJson } = require('hot-path/testing')
const { measurePipe } = require('../../labs/yes/lib/pipe-throughput')

const ROOT = path.resolve(__dirname, '../..')
const ROUNDS = 10
const SECONDS = 0.7
const READER_CORE = 1
const PLACEMENTS = { 'two cores': 0, 'one core': READER_CORE } // core of the writer
const SIZES_KIB = [4, 8, 16, 32, 64]

const WRITERS = [
  { id: 'gnu', command: ['yes'] },
  ...SIZES_KIB.map((size) => ({ id: `${size} KiB`, command: [process.execPath, '-e', writing(1024 * size)] })),
  { id: 'yes-node', command: [process.execPath, require.resolve('yes-node')] }
]

/**
 * @param {number} bytes per write
 * @returns {string} source of a writer
 */
function writing (bytes) {
  return `const fs = require('fs'); const lines = Buffer.alloc(${bytes}, 'y\\n'); while (true) fs.writeSync(1, lines)`
}

async function main () {
  if (!keepOnCore(process.pid, READER_CORE)) throw new Error('taskset is missing') // the reader inherits it
  /** @type {{ placement: string, writer: string, bytesPerSecond: number[] }[]} */
  const rates = []
  await withRunDirectory(path.join(ROOT, 'reports'), async function (directory) {
    for (const [placement, core] of Object.entries(PLACEMENTS)) {
      const own = WRITERS.map(({ id }) => ({ placement, writer: id, bytesPerSecond: /** @type {number[]} */ ([]) }))
      rates.push(...own)
      for (let round = 0; round < ROUNDS; round++) {
        for (const [i, { id, command }] of WRITERS.entries()) {
          const pinned = ['taskset', '--cpu-list', String(core), ...command]
          const { bytesPerSecond } = await measurePipe(pinned, { seconds: SECONDS, meter: 'pv', directory })
          own[i].bytesPerSecond.push(Math.round(bytesPerSecond))
          console.error(`${placement}, ${id}: ${(bytesPerSecond / 2 ** 30).toFixed(2)} GiB/s`)
        }
      }
    }
  })
  const date = new Date().toISOString()
  writeJson(path.join(ROOT, 'results/yes-placement-study.json'), { version: 1, date, machine: machine(), node: process.version, rates })
}

main()
