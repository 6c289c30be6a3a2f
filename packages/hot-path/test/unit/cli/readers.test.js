'use strict'

// Files that are read back may be damaged or crafted maliciously. Each is read, or rejected with a one-line error; its
// content is not executed and changes nothing else.

const fs = require('fs')
const path = require('path')
const { pathToFileURL } = require('url')
const t = require('tap')
const { resolveConfig } = require('../../../src/config/config')
const { hotSpotsOf, readComparison } = require('../../../src/comparison/compare')
const { page } = require('../../../src/comparison/page')
const { requestsFrom } = require('../../../src/config/request-options')
const { toSubject } = require('../../../src/config/subjects')
const instruments = require('../../../src/instruments')
const { readFiles } = require('../../../src/instruments/profile-file')
const { comparison } = require('../../support/comparison')
const { FLAME, TIMEOUT_MS, tryReaders } = require('../../support/damaged-files')

const PROFILE = {
  nodes: [
    { id: 1, callFrame: { functionName: '(root)', scriptId: '0', url: '', lineNumber: -1, columnNumber: -1 }, children: [2, 3] },
    { id: 2, callFrame: { functionName: 'answer', scriptId: '1', url: 'file:///app/server.js', lineNumber: 3, columnNumber: 1 }, positionTicks: [{ line: 4, ticks: 2 }] },
    { id: 3, callFrame: { functionName: 'get', scriptId: '2', url: 'node:http', lineNumber: 3, columnNumber: 1 } }
  ],
  startTime: 0,
  endTime: 200,
  samples: [2, 2, 3, 1],
  timeDeltas: [0, 100, 100, 50]
}
const HEAP = {
  head: {
    callFrame: { functionName: '(root)', scriptId: '0', url: '', lineNumber: -1, columnNumber: -1 },
    selfSize: 0,
    id: 1,
    children: [
      { callFrame: { functionName: 'keep', scriptId: '1', url: 'file:///app/server.js', lineNumber: 3, columnNumber: 1 }, selfSize: 1e6, id: 2, children: [] }
    ]
  },
  samples: [{ size: 1e6, nodeId: 2, ordinal: 1 }]
}
const MAP = { version: 3, file: 'out.js', sources: ['in.ts'], sourcesContent: ['a\nb\nc'], names: ['a'], mappings: 'AAAA;AACA;AACA' }

const KEPT = comparison({ one: { cpuUs: 90 }, two: { cpuUs: 30 } }, { rounds: 3 })

/** Each reads a file of the folder and returns the pages made from it. */
const readers = {
  'a comparison': { file: 'index.json', whole: KEPT, read: ({ file }) => page(readComparison(file)) },
  "Flame's finding beside a comparison": {
    file: 'server/flame.json',
    whole: FLAME,
    canDoWithout: true,
    read ({ folder }) {
      const hotSpots = ['one', 'two'].flatMap((subject) =>
        hotSpotsOf({ id: 'server', file: 'server.js', path: '/' }, folder).map((spots) => ({ ...spots, subject })))
      return page({ ...KEPT, hotSpots })
    }
  },
  'a CPU profile': {
    file: 'mine.cpuprofile',
    whole: PROFILE,
    read: ({ file, folder }) => pageOf('cpu-profile', file, folder)
  },
  'a heap profile': {
    file: 'mine.heapprofile',
    whole: HEAP,
    read: ({ file, folder }) => pageOf('heap', file, folder)
  },
  'a source map': {
    file: 'out.js.map',
    whole: MAP,
    canDoWithout: true,
    async read ({ folder }) {
      const out = path.join(folder, 'out.js')
      fs.writeFileSync(out, 'a\nb\nc\n//# sourceMappingURL=out.js.map\n')
      const profile = structuredClone(PROFILE)
      Object.assign(profile.nodes[1].callFrame, { url: pathToFileURL(out).href, lineNumber: 1, columnNumber: 0 })
      fs.writeFileSync(path.join(folder, 'mapped.cpuprofile'), JSON.stringify(profile))
      return pageOf('cpu-profile', path.join(folder, 'mapped.cpuprofile'), folder)
    }
  },
  'a list of requests': {
    file: 'requests.json',
    whole: [{ method: 'POST', path: '/a', headers: { a: 'b' }, body: '{}', weight: 2 }, { path: '/b' }],
    read: ({ file }) => requestsFrom({ requests: file })
  },
  'an HTTP archive': {
    file: 'mine.har',
    whole: { log: { entries: [{ request: { method: 'POST', url: 'http://x/a?b', headers: [{ name: 'a', value: 'b' }], postData: { text: 'x' } } }, { request: { method: 'GET', url: 'http://x/' } }] } },
    read: ({ file }) => requestsFrom({ requests: file })
  },
  'a package.json': {
    file: 'package.json',
    whole: { name: 'x', main: 'server.js', type: 'commonjs', scripts: { start: 'A=1 node --no-warnings server.js x' } },
    read: ({ folder }) => toSubject(folder)
  },
  'a config': {
    file: 'hot-path.config.json',
    canDoWithout: true,
    whole: { subjects: { app: { title: 'x', file: 'server.js', path: '/' } }, defaults: { connections: 5 }, claims: [{ id: 'a', metric: 'costGrowth', subject: 'app', most: 1, why: 'x' }] },
    read: ({ file }) => resolveConfig(parsed(file), file)
  }
}

function parsed (file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch {
    return {} // Node itself reports the syntax error of a config
  }
}

/** Reads a profile from a file and returns its page. */
async function pageOf (name, file, reports) {
  const record = await readFiles(instruments[name], [file], { reports })
  instruments[name].format(record, null)
  return fs.readFileSync(record.report, 'utf8')
}

t.setTimeout(TIMEOUT_MS)
console.error = () => {} // suppresses the number of requests printed for each archive
tryReaders(t, readers)
