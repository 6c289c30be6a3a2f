'use strict'

const { keeping } = require('../../source/locations')

// Between two collections, the heap of a healthy server varies by a few hundred kB.
const LEAST_BYTES = 500_000
// Bytes that a connection leaves for a while, and bytes of a request that is not answered yet.
const PER_CONNECTION = 1000
const PER_OPEN_REQUEST = 50_000
// Bytes of one leaked function object.
const PER_REQUEST = 64

const BYTES = /** @type {const} */ ('bytes')

/** @type {import('../../types/checkup').Judge} */
module.exports = {
  name: 'memory-growth',
  condition: 'Memory after garbage collection rises with the requests.',
  locates: "variables of the application and V8's heap profiler: the line that adds to the collection, and its name; or the line that allocated what is retained",
  means: [
    'Each request leaves something behind that is still in reach, so no garbage collection may take it. The server will end for want of memory.',
    'A cache without a limit, a list of everything that ever happened, a closure in an array.'
  ],
  next: [
    '`npx hot-path heap <server>` shows which lines make what stays, and how much for each request.',
    "What holds it is near that line: a `Map` or an array of the module, a listener, a timer. Give a cache a limit, and end what was begun. To see every object: `node --heapsnapshot-signal=SIGUSR2 <server>`, one snapshot before some thousand requests and one after, compared in the browser's developer tools."
  ],
  looks: ['retained', 'cpu'],
  places: (looks, _, options) => keeping(looks, options),
  judge ({ connections, calm, retainedBytes, retainedBytesPerRequest, grown }) {
    const leastBytes = Math.max(LEAST_BYTES, (calm ? PER_CONNECTION : PER_OPEN_REQUEST) * connections)
    const grows =
      retainedBytes.length > 1 &&
      retainedBytes.every(
        (bytes, i) =>
          bytes >= leastBytes &&
          retainedBytesPerRequest[i] >= PER_REQUEST &&
          Number.isFinite(retainedBytesPerRequest[i])
      )
    if (!grows) return null
    return {
      sentence: 'Memory grows with the requests served, and no garbage collection frees it.',
      evidence: [
        ...retainedBytes.map((bytes, i) => ({
          what: `more memory in use after short load ${i + 1} than before it, after garbage collection`,
          value: bytes,
          unit: BYTES,
          threshold: leastBytes,
          why: 'Less than that comes and goes by itself. A cache that settles grows in the first load only.'
        })),
        {
          what: 'memory kept for each request of the last load',
          value: retainedBytesPerRequest[retainedBytesPerRequest.length - 1],
          unit: BYTES,
          threshold: PER_REQUEST,
          why: 'One function object that is kept takes 64 bytes.'
        },
        ...grown.map(({ emitter, event, count, before }) => ({
          what: `listeners for "${event}" of one ${emitter}; ${before} before the short loads`,
          value: count
        }))
      ]
    }
  }
}
