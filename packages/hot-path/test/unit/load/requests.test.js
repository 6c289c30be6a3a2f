'use strict'

// Realistic requests: methods, headers, bodies, several requests. They are the same with each driver, and no secret is
// saved.

const fs = require('fs')
const path = require('path')
const t = require('tap')
const { requestsFrom } = require('../../../src/config/request-options')
const { header } = require('../../../src/config/values')
const { requestsText, sequenceOf, withoutSecrets } = require('../../../src/load/requests')

const REQUESTS = [
  { path: '/items?page=2', headers: { 'x-kind': 'list' }, weight: 3 },
  { method: 'POST', path: '/orders/[<id>]', headers: { 'content-type': 'application/json' }, body: '{"order":"[<id>]"}' }
]

t.test('weights are shares, evenly interleaved', async function (t) {
  const order = (...weights) =>
    sequenceOf({ path: '/', requests: weights.map((weight, i) => ({ path: `/${i}`, weight })) }).map(({ path }) => path.slice(1)).join('')
  t.equal(order(3, 1), '0010')
  t.equal(order(2, 2), '01')
  t.equal(order(5, 1, 1), '0010200')
  t.same(sequenceOf({ path: '/x' }), [{ method: 'GET', path: '/x', headers: {}, body: '' }])
  t.equal(requestsText({ path: '/', requests: REQUESTS }), '/items?page=2 3x, POST /orders/[<id>]')
})

t.test('no secret is saved', async function (t) {
  const whole = withoutSecrets({
    connections: 1,
    path: '/x?token=geheim&page=2',
    requests: [{ path: '/y?api_key=geheim', headers: { Authorization: 'Bearer geheim', cookie: 'sid=geheim', accept: '*/*' }, body: 'geheim' }]
  })
  t.notMatch(JSON.stringify(whole), /geheim/)
  t.match(whole, { connections: 1, path: '/x?token=***&page=2', requests: [{ headers: { accept: '*/*' }, body: '(6 bytes)' }] })
})

t.test('a secret is detected by its name, in any spelling, or by its value', async function (t) {
  const query = (text) => withoutSecrets({ path: `/x?${text}` }).path.slice(3)
  for (const name of ['sig', 'pwd', 'jwt', 'key', 'x-jwt', 'api_key', 'apiKey', 'access-key', '%74oken', 'SID', 'pass%77ord']) {
    t.equal(query(`${name}=geheim&page=2`), `${name}=***&page=2`)
  }
  for (const value of ['Bearer%20geheim', 'bearer+geheim', 'eyJhbGciOiJIUzI1NiJ9.e30.geheim', 'Basic%20geheim']) {
    t.equal(query(`page=2&x=${value}`), 'page=2&x=***')
  }
  for (const harmless of ['page=2', 'design=flat', 'keyword=shoes', 'monkey=1', 'sort=key', '%=1', 'q=eyJ']) t.equal(query(harmless), harmless)
})

t.test('options describe one request', async function (t) {
  t.equal(requestsFrom({}), undefined)
  t.same(requestsFrom({ header: [header('accept: text/html')] }), [{ headers: { accept: 'text/html' } }])
  t.same(requestsFrom({ method: 'PUT', body: '{"a":1}' }), [{ method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{"a":1}' }])
  t.same(requestsFrom({ method: 'PUT', body: 'a=1' })[0].headers, {}, 'what is no JSON has no type')
  t.same(requestsFrom({ header: [['cookie', 'a=1'], ['Cookie', 'b=2'], ['x-tag', '1'], ['x-tag', '2']] })[0].headers, { cookie: 'a=1; b=2', 'x-tag': '1, 2' })
  const own = [{ path: '/a', headers: { a: '1', b: '1' } }, { path: '/b' }]
  t.same(requestsFrom({ header: [['B', '2']] }, own)[0].headers, { a: '1', B: '2' }, 'names have no case')
  t.same(requestsFrom({ header: [['b', '2']] }, own), [{ path: '/a', headers: { a: '1', b: '2' } }, { path: '/b', headers: { b: '2' } }])
})

t.test('a file contains a list of requests', async function (t) {
  const folder = t.testdir({
    'good.json': JSON.stringify(REQUESTS),
    'body.txt': 'from a file',
    'broken.json': '[{',
    'empty.json': '[]',
    'unknown.json': '[{"path":"/","onResponse":1}]',
    'method.json': '[{"path":"/","method":"FETCH"}]',
    'path.json': '[{"path":"no"}]',
    'header.json': JSON.stringify([{ path: '/', headers: { a: 'geheim\nb' } }]),
    'name.json': '[{"path":"/","headers":{"a b":"c"}}]',
    'weight.json': '[{"path":"/","weight":0.5}]',
    'heavy.json': JSON.stringify(Array.from({ length: 11 }, () => ({ path: '/', weight: 1000 }))),
    'body.json': '[{"path":"/","body":{}}]',
    'encoding.json': '[{"path":"/","body":"x","encoding":"hex"}]',
    'length.json': '[{"path":"/","headers":{"Content-Length":"3"}}]',
    'chunked.json': '[{"path":"/","headers":{"transfer-encoding":"chunked"}}]',
    'letters.json': '[{"path":"/käse?q=ü"}]',
    'image.png': Buffer.from([0x89, 0x50, 0xff, 0]),
    'list.json': '{"path":"/"}'
  })
  const at = (name) => path.join(folder, name)
  t.same(requestsFrom({ requests: at('good.json') }), REQUESTS)
  t.equal(requestsFrom({ method: 'POST', body: `@${at('body.txt')}` })[0].body, 'from a file')
  t.same(requestsFrom({ requests: at('letters.json') }), [{ path: '/k%C3%A4se?q=%C3%BC' }])
  t.same(requestsFrom({ body: `@${at('image.png')}` }), [{ headers: {}, body: 'iVD/AA==', encoding: 'base64' }], 'bytes stay bytes')
  const wrong = {
    'encoding.json': /the encoding must be "base64"\./,
    'length.json': /the load generator sets the header Content-Length itself\. Leave it out/,
    'chunked.json': /the load generator sets the header transfer-encoding itself/,
    'nowhere.json': /cannot be read \(ENOENT\)/,
    'broken.json': /is not valid JSON/,
    'empty.json': /list of 1 to 1000 requests/,
    'list.json': /list of 1 to 1000 requests/,
    'unknown.json': /request 1 in .* has the unknown field "onResponse"/,
    'method.json': /is not an HTTP method/,
    'path.json': /needs a path/,
    'header.json': /the value of the header a has/,
    'name.json': /"a b" is not a valid header name/,
    'weight.json': /whole number from 1 to 1000/,
    'heavy.json': /add up to 11000/,
    'body.json': /the body must be a string/
  }
  for (const [name, said] of Object.entries(wrong)) {
    t.throws(() => requestsFrom({ requests: at(name) }), { name: 'OperationalError', message: said }, name)
  }
  const refused = (options, said) => t.throws(() => requestsFrom(options), { name: 'OperationalError', message: said })
  refused({ requests: at('good.json'), method: 'POST' }, /--method applies to a single request, but --requests defines the requests/)
  refused({ body: 'x', requests: at('nowhere.json') }, /cannot be read/)
  refused({ body: '@nowhere' }, /the file of --body cannot be read \(ENOENT\): nowhere/)
  for (const text of ['geheim', 'a\nb: geheim', 'a: geheim\r\nb: c']) {
    t.throws(() => header(text), { name: 'OperationalError', message: /^(?!.*geheim)/ }, JSON.stringify(text))
  }
})

t.test('a file may start with a byte-order mark, and must be a regular file', async function (t) {
  const folder = t.testdir({ 'list.json': '\ufeff[{"path":"/items"}]', body: '\ufeffas it is' })
  t.match(requestsFrom({ requests: path.join(folder, 'list.json') }), [{ path: '/items' }])
  t.match(requestsFrom({ body: `@${path.join(folder, 'body')}` }), [{ body: '\ufeffas it is' }], 'of a body it is a part')
  for (const options of [{ requests: folder }, { body: '@/dev/zero' }, { requests: '/dev/full' }]) {
    t.throws(() => requestsFrom(options), { name: 'OperationalError', message: /needs a regular file/ })
  }
})

t.test('an HTTP archive is read into requests', async function (t) {
  const entry = (url, more = {}) => ({ request: { method: 'GET', url, headers: [{ name: ':path', value: '/' }, { name: 'Accept', value: '*/*' }, { name: 'Host', value: 'x' }], ...more } })
  const folder = t.testdir({
    'good.har': JSON.stringify({
      log: {
        entries: [
          entry('https://shop.example/items?page=1'),
          entry('https://shop.example/items?page=1'),
          entry('https://shop.example/orders', { method: 'POST', postData: { mimeType: 'text/plain', text: 'tea' } }),
          entry('https://ads.example/'),
          entry('data:text/plain,x')
        ]
      }
    }),
    'none.har': '{"log":{"entries":[{},null,{"request":{"url":"ws://x"}}]}}',
    'other.har': '{"log":{}}',
    'hostile.har': '{"__proto__":{"x":1},"log":{"entries":[{"request":{"url":"http://x/","method":"GET","headers":[{"name":"a\\nb","value":"c"}]}}]}}'
  })
  t.same(requestsFrom({ requests: path.join(folder, 'good.har') }), [
    { method: 'GET', path: '/items?page=1', headers: { Accept: '*/*' }, weight: 2 },
    { method: 'POST', path: '/orders', headers: { Accept: '*/*', 'content-type': 'text/plain' }, body: 'tea', weight: 1 }
  ])
  const wrong = { 'none.har': /contains no HTTP request/, 'other.har': /the HTTP archive has no list of entries/, 'hostile.har': /is not a valid header name/ }
  for (const [name, said] of Object.entries(wrong)) {
    t.throws(() => requestsFrom({ requests: path.join(folder, name) }), { name: 'OperationalError', message: said }, name)
  }
  t.ok(fs.existsSync(folder))
})

t.test('the bodies of an archive are read as browsers and proxies write them', async function (t) {
  const post = (postData, more = {}) => ({ request: { method: 'post', url: 'http://shop.test/form', headers: [], postData, ...more } })
  const har = path.join(t.testdir(), 'one.har')
  const sent = function (...entries) {
    fs.writeFileSync(har, JSON.stringify({ log: { entries } }))
    return requestsFrom({ requests: har })
  }
  const form = { mimeType: 'application/x-www-form-urlencoded; charset=utf-8', params: [{ name: 'user', value: 'ann' }, { name: 'pass', value: 'ä b&c' }, { name: 'next' }] }
  const type = (value) => ({ 'content-type': value })
  t.match(sent(post(form)), [{ method: 'POST', path: '/form', headers: type(form.mimeType), body: 'user=ann&pass=%C3%A4+b%26c&next=' }])
  t.match(sent(post({ ...form, text: 'user=ben' })), [{ body: 'user=ben' }], 'the text is what was sent')

  const multipart = { mimeType: 'multipart/form-data; boundary=x', params: [{ name: 'a "b"', value: '1' }, { name: 'file', fileName: 'a.txt', contentType: 'text/plain', value: 'tea' }] }
  const [{ headers, body }] = sent(post(multipart, { headers: [{ name: 'Content-Type', value: multipart.mimeType }] }))
  t.same(headers, type('multipart/form-data; boundary=hot-path'))
  t.equal(body, '--hot-path\r\nContent-Disposition: form-data; name="a %22b%22"\r\n\r\n1\r\n--hot-path\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\ntea\r\n--hot-path--\r\n')

  t.match(sent(post({ mimeType: 'image/png', text: 'iVD/AA==', encoding: 'base64' })), [{ body: 'iVD/AA==', encoding: 'base64' }])
  t.match(sent(post({ mimeType: 'text/plain', text: 'dGVh', encoding: 'base64' })), [{ body: 'tea' }])
  t.match(sent(post({ mimeType: 'text/plain', text: '' }, { bodySize: 0 })), [{ method: 'POST' }], 'an empty body is one')

  const cookies = [{ name: 'cookie', value: 'a=1' }, { name: 'Cookie', value: 'b=2' }, { name: ':authority', value: 'x' }, { name: 'TE', value: 'trailers' }]
  t.match(sent({ request: { method: 'GET', url: 'http://shop.test/käse', headers: cookies } }), [{ path: '/k%C3%A4se', headers: { cookie: 'a=1; b=2' } }])

  const unkept = [post({ mimeType: 'application/json' }, { bodySize: 20 }), post({ mimeType: 'multipart/form-data', params: [{ name: 'f', fileName: 'a.png' }] })]
  for (const entry of unkept) t.throws(() => sent(entry), { name: 'OperationalError', message: /one\.har does not contain the request bodies/ })
  t.equal(sent(...unkept, post(form)).length, 1, 'what is whole is sent')
})
