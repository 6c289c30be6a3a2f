'use strict'

// Counts what comes, for machines without pv: prints the bytes so far ten times a second, as pv --numeric --bytes does.

const fs = require('fs')
const { performance } = require('perf_hooks')

const EACH_MS = 100

const buffer = Buffer.allocUnsafe(2 ** 20)
let bytes = 0
let due = performance.now() + EACH_MS
for (let count = 1; count > 0;) {
  count = fs.readSync(0, buffer)
  bytes += count
  if (count > 0 && performance.now() < due) continue
  fs.writeSync(2, `${bytes}\n`)
  due += EACH_MS
}
