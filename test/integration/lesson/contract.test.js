'use strict'

const { spawn } = require('child_process')
const { once } = require('events')
const net = require('net')
const t = require('tap')
const { subjects: catalog } = require('../../support/config')
const { serve } = require('../../support/helper')

const TWO_MINUTES = 'public, max-age=120'
const subjects = catalog.filter(({ path }) => path === '/seed/v1')

for (const { id, entry } of subjects) {
  t.test(`${id} follows the contract, and answers other requests with JSON`, async function (t) {
    const { url } = await serve(t, id)

    const first = await fetch(`${url}/seed/v1`)
    const body = await first.text()
    t.equal(first.status, 200)
    t.match(first.headers.get('content-type'), /^application\/json/)
    t.equal(first.headers.get('cache-control'), TWO_MINUTES)
    t.equal(first.headers.get('content-length'), String(body.length))

    const { data, url: told, ts, ...rest } = JSON.parse(body)
    t.match(data, /^[0-9a-f]{10000}$/)
    t.equal(told, '/seed/v1')
    const sentAtMs = Date.parse(first.headers.get('date'))
    t.ok(Number.isInteger(ts) && Math.abs(sentAtMs - ts) < 60_000, 'ts is in ms, and of this minute')
    t.same(rest, {}, 'and nothing else')
    t.equal(body, JSON.stringify(JSON.parse(body)), 'byte for byte what JSON.stringify gives')

    const second = await fetch(`${url}/seed/v1`)
    if (id !== 'noop-listener') t.ok(second.headers.get('etag'), 'the ETag is known by the second request')
    t.equal(await second.text(), body, 'content and ts stay the same within the minute')

    for (const path of ['/', '/seed', '/seed/v2', '/seed/v1/', '/seed/v1?page=2', '/%00', '/__proto__']) {
      const answer = await fetch(url + path)
      t.equal(answer.status, 404, path)
      t.match(answer.headers.get('content-type'), /^application\/json/)
      t.ok(JSON.parse(await answer.text()).message)
    }
    const posted = await fetch(`${url}/seed/v1`, { method: 'POST', body: 'x' })
    t.equal(posted.status, 405, 'another method')
    t.ok(await posted.json())
  })

  t.test(`${id} reports a port in use in one line`, async function (t) {
    const holder = net.createServer().listen(0, '127.0.0.1')
    await once(holder, 'listening')
    t.teardown(() => holder.close())
    const server = spawn(process.execPath, [entry], { env: { ...process.env, PORT: holder.address().port } })
    let stderr = ''
    server.stderr.on('data', (text) => {
      stderr += text
    })
    const [status] = await once(server, 'close')
    t.equal(status, 2)
    t.match(stderr, /^Port \d+ is taken\..*\n$/)
  })
}

t.test('the ETag of the optimised step is valid for caches', async function (t) {
  const { url } = await serve(t, '03-optimized')
  await fetch(`${url}/seed/v1`)
  const { headers } = await fetch(`${url}/seed/v1`)
  t.match(headers.get('etag'), /^"[\x21\x23-\x7e]+"$/, 'quoted, as RFC 9110 wants it')
})
