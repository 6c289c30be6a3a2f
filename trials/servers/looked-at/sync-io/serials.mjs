import { createServer } from 'node:http'
import { Worker, isMainThread, workerData } from 'node:worker_threads'

// Serial numbers come from a counter that is shared with the archiving thread.
// cells: 0 = owner, 1 = counter, 2 = archived up to

const FREE = 0
const SERVER = 1
const ARCHIVE = 2

function enter (cells, who) {
  for (;;) {
    const owner = Atomics.compareExchange(cells, 0, FREE, who)
    if (owner === FREE) return
    Atomics.wait(cells, 0, owner, 250) // <- here
  }
}

function leave (cells) {
  Atomics.store(cells, 0, FREE)
  Atomics.notify(cells, 0, 1)
}

function archive (cells) {
  const idle = new Int32Array(new SharedArrayBuffer(4))
  for (;;) {
    Atomics.wait(cells, 2, Atomics.load(cells, 1), 1000)
    enter(cells, ARCHIVE)
    Atomics.store(cells, 2, Atomics.load(cells, 1))
    Atomics.wait(idle, 0, 0, 8)
    leave(cells)
  }
}

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(12))
  new Worker(new URL(import.meta.url), { workerData: cells }).unref()

  const server = createServer((req, res) => {
    enter(cells, SERVER)
    const serial = Atomics.add(cells, 1, 1) + 1
    leave(cells)
    Atomics.notify(cells, 2)
    res.setHeader('content-type', 'text/plain')
    res.end(`SN-${String(serial).padStart(8, '0')}\n`)
  })
  server.listen(Number(process.env.PORT), process.env.HOST)
} else {
  archive(workerData)
}
