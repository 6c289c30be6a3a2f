'use strict'

// The check-up on the steps under real load. Other servers: packages/hot-path/test/performance/checkup.test.js

const t = require('tap')
const { checkup } = require('../../packages/hot-path/test/support/checkup')
const { okUnlessBusy, watchMachine } = require('../../packages/hot-path/test/support/performance')

t.test('step 1 accumulates state and blocks the event loop', async function (t) {
  const interference = watchMachine(t)
  const { names, findings, window } = await checkup('1', ['--duration=5'])
  okUnlessBusy(
    t,
    names.filter((name) => name !== 'host-bound').join() === 'accumulation,event-loop',
    names.join(', '),
    interference
  )
  const listeners = findings[0].evidence.find(({ what }) => what.startsWith('listeners'))
  t.ok(listeners.what.includes('"after"') && listeners.value > 100, `${listeners.value} ${listeners.what}`)
  t.ok(window.observerShare < 0.02, `it took ${100 * window.observerShare} % of the main thread`)
})

t.test('step 3 is healthy', async function (t) {
  const interference = watchMachine(t)
  const { names } = await checkup('3', ['--duration=5'])
  okUnlessBusy(t, names.join() === 'healthy', names.join(', '), interference)
})
