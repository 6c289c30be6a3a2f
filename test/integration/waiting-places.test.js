'use strict'

// From the symptom to the line: the ways to wait.

const path = require('path')
const t = require('tap')
const { waiting } = require('hot-path/checkup/places')
const { PLACES, lookedAt, marked } = require('../support/marked-places')

for (const name of [
  'waiting/waits-for-a-lock',
  'waiting/sleeps-between-retries',
  'waiting/has-two-sockets',
  'waiting/waits-inside-middleware',
  'waiting/asks-one-by-one',
  'thread-pool/compresses',
  'waiting/loses-its-context'
]) {
  t.test(`the line at which requests wait: ${name}`, async function (t) {
    const [place] = waiting(await lookedAt(t, name, ['waits']))
    const { line, isQueue } = marked(name)
    t.match(place, { file: path.join(PLACES, `${name}.js`), line }, place.why)
    t.equal(/a queue/.test(place.why), isQueue, place.why)
    if (name === 'waiting/asks-one-by-one') t.match(place.why, /GET http:\/\/127\.0\.0\.1:\d+\/stock\/:n.*one after another/)
  })
}
