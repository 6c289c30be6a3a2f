'use strict'

// The listener counts that the check-up reads from a server between loads.

const { EventEmitter } = require('events')
const t = require('tap')
const { MOST_LISTS, listenerCounts } = require('../../../src/agent/probes/listeners')
const { fromSnapshots } = require('../../../src/checkup/figures')
const { NOTHING } = require('../../../src/checkup/memory')

class Bus extends EventEmitter {}

/** @returns {Bus} an emitter with `count` listeners for `event` */
function busWith (count, event = 'news') {
  const bus = new Bus()
  listen(bus, count, event)
  return bus
}

function listen (bus, count, event = 'news') {
  bus.setMaxListeners(0)
  for (let i = 0; i < count; i++) bus.on(event, () => {})
}

/** Returns the growth that the check-up finds between two snapshots of this process, with `work` between them. */
function grownBy (work) {
  const first = listenerCounts()
  work()
  const counted = [first, listenerCounts()].map((listenerCounts, i) => ({
    requests: 100 * i,
    memory: NOTHING,
    workers: 0,
    listenerCounts,
    calm: true
  }))
  return fromSnapshots({ snapshots: counted })
    .grown.filter(({ emitter }) => emitter === 'Bus')
    .map(({ listener, ...grown }) => grown)
}

t.test('the initial count of an emitter that only becomes large later is known', async function (t) {
  const buses = [90, 80, 70, 60, 50, 40, 30].map((count) => busWith(count))
  t.same(
    grownBy(() => listen(buses[6], 200)),
    [{ emitter: 'Bus', event: 'news', count: 230, before: 30 }]
  )
})

t.test('two emitters of one class are counted separately', async function (t) {
  const buses = [busWith(500), busWith(20)]
  t.same(
    grownBy(() => listen(buses[1], 100)),
    [{ emitter: 'Bus', event: 'news', count: 120, before: 20 }]
  )
  t.same(
    grownBy(() => {}),
    [],
    'an unchanged emitter is not compared with the other one'
  )
})

t.test('with more lists than the limit, the five largest gains are reported', async function (t) {
  const buses = Array.from({ length: 400 }, () => busWith(30))
  t.ok(buses.length > MOST_LISTS)
  const grown = grownBy(() => buses.forEach((bus, i) => listen(bus, 10 + i)))
  t.same(
    grown.map(({ count }) => count),
    [439, 438, 437, 436, 435]
  )
  t.ok(
    grown.every(({ before }) => before === 30),
    'a list missing at first was at most as long as the reported ones'
  )
})
