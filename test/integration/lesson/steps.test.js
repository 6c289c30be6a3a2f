'use strict'

// What the three steps teach, as counts instead of times.

const fs = require('fs')
const path = require('path')
const t = require('tap')
const { ROOT, serve } = require('../../support/helper')

const SPY = path.join(ROOT, 'scripts/learn/spy.js')
const REQUESTS = 20

async function countsAfter (t, id, requests) {
  const { running, directory, url } = await serve(t, id, ['--require', SPY])
  for (let i = 0; i < requests; i++) await (await fetch(`${url}/seed/v1`)).text()
  await running.stop()
  const log = fs.readFileSync(path.join(directory, 'server.log'), 'utf8')
  return JSON.parse(/counts: (.*)/.exec(log)[1])
}

t.test('step 1 adds one listener per request, and every listener runs on every request', async function (t) {
  const { afterListeners, hashes } = await countsAfter(t, '01-slow', REQUESTS)
  t.equal(afterListeners, REQUESTS)
  const byListeners = (2 * REQUESTS * (REQUESTS + 1)) / 2 // URL and body, hashed by 1 + 2 + ... + n listeners
  t.equal(hashes, REQUESTS + byListeners)
})

t.test('step 2 adds one listener, and hashes three times per request', async function (t) {
  const { afterListeners, hashes, serialised } = await countsAfter(t, '02-fixed-listener', REQUESTS)
  t.equal(afterListeners, 1)
  t.equal(hashes, 3 * REQUESTS)
  t.ok(serialised >= 2 * REQUESTS, 'for the answer, and again for the hash')
})

t.test('step 3 adds one listener, and neither hashes nor serialises', async function (t) {
  const { afterListeners, ...few } = await countsAfter(t, '03-optimized', REQUESTS)
  const { afterListeners: _, ...more } = await countsAfter(t, '03-optimized', 2 * REQUESTS)
  t.equal(afterListeners, 1)
  t.equal(few.hashes, 0)
  t.equal(more.serialised, few.serialised, 'what is serialised does not grow with the requests')
})

t.test('step 2 is step 1 with the guard fixed and the silencing line removed', async function (t) {
  const read = (file) => fs.readFileSync(path.join(ROOT, 'steps', file), 'utf8')
  const fixed = read('01-slow/util.js')
    .replace("require('events').defaultMaxListeners = Infinity\n\n", '')
    .replace('if (attachAfterEvent === true) return', 'if (afterEventAttached === true) return')
  t.equal(read('02-fixed-listener/util.js'), fixed)
  t.equal(read('02-fixed-listener/index.js'), read('01-slow/index.js'))
})
