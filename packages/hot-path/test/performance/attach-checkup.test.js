'use strict'

// The check-up of a running process, under traffic from another program.

const t = require('tap')
const { attach, serve, traffic } = require('../support/attached')
const { okUnlessBusy, watchMachine } = require('../support/performance')

t.test('an attached check-up names the line, and reports the latency of the observed traffic', async function (t) {
  const { child, folder, url } = await serve(t)
  const stop = traffic(url)
  const interference = watchMachine(t)
  const checked = await attach(folder, child.pid, 'checkup', '--duration=4', '--json').ended
  t.equal(checked.status, 0, checked.stderr)
  const { findings: [first], window, node } = JSON.parse(checked.stdout)
  t.match(window, { driver: 'others', loopUtilization: Number, latencyMs: { p50: Number } })
  const isRight = ['event-loop', 'healthy'].includes(first.name) && first.places[0].line === 13
  okUnlessBusy(t, isRight, `${first.name} ${first.places?.[0]?.line}`, interference)
  t.ok(window.latencyMs.p50 >= 5, `${window.latencyMs.p50} ms, of which a timer takes 5`)
  t.equal(node, process.version)
  await stop()
})
