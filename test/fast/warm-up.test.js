'use strict'

// What one running subject is asked for while it is measured. No server: the load is made up.

const t = require('tap')
const { Meter } = require('../../harness/meter')

const ASKED = { connections: 10, durationSeconds: 0.1 }

/** @param {{ load?: object, each: number }} server `each`: the requests that it answers in one load */
function meterOf ({ load, each }) {
  let loads = 0
  const running = { subject: { id: 'made-up', file: '', load } }
  const meter = new Meter(/** @type {any} */ (running), 'autocannon')
  meter.drive = async () => {
    loads++
    return /** @type {any} */ ({ requests: each })
  }
  return { meter, loads: () => loads }
}

t.test('a subject whose cost depends on the requests served is warmed up until it has served them', async function (t) {
  for (const [afterRequests, expected] of [[undefined, 1], [300, 1], [301, 2], [1000, 4]]) {
    const { meter, loads } = meterOf({ load: { afterRequests }, each: 300 })
    await meter.warmUp(ASKED)
    t.equal(loads(), expected, `${afterRequests} requests, 300 at a time`)
  }
})

t.test('a server that answers nobody is not waited for', async function (t) {
  const { meter, loads } = meterOf({ load: { afterRequests: 1000 }, each: 0 })
  await meter.warmUp(ASKED)
  t.equal(loads(), 1)
})
