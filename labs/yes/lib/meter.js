'use strict'

// Replaces pv where it is missing: prints the bytes read so far ten times a second, as pv --numeric --bytes does.

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
