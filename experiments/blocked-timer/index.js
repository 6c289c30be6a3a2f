'use strict'

const { performance } = require('perf_hooks')

const ASKED_MS = 100
const MILLION = 1e6

// Sets a timer, and then computes: how late is the timer?
function measure (calls, done) {
  const begun = performance.now()
  setTimeout(() => done({ calls, workMs, actualMs: performance.now() - begun }), ASKED_MS)

  for (let i = 0; i < calls; i++) Math.random()
  const workMs = performance.now() - begun
}

function print ({ calls, workMs, actualMs }) {
  const cells = [calls / MILLION, workMs.toFixed(0), ASKED_MS, actualMs.toFixed(0)]
  console.log(cells.map((cell) => String(cell).padStart(12)).join(''))
}

function measureAll ([calls, ...rest]) {
  measure(calls, function (result) {
    print(result)
    if (rest.length) measureAll(rest)
  })
}

console.log('million calls   work, ms   timer, ms  actual, ms')
measureAll([0, 1, 3, 10, 30, 100].map((millions) => millions * MILLION))
