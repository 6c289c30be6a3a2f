'use strict'

// The gate on pull requests of a shop with three routes, behind a token: unchanged routes pass, and regressed functions
// are named.

const fs = require('fs')
const path = require('path')
const t = require('tap')
const { begin } = require('../support/helper')
const { scratchRepository } = require('../support/scratch-repository')

const TOKEN = 'Bearer s3cret-of-the-shop'
const SERVER = `'use strict'
const http = require('http')
const { orderNumber } = require('./orders')
const { pageOf } = require('./pages')

http.createServer(function (request, response) {
  if (request.headers.authorization !== '${TOKEN}') {
    response.statusCode = 401
    return response.end('{}')
  }
  if (request.method === 'POST') {
    let body = ''
    request.setEncoding('utf8').on('data', (part) => { body += part })
    return request.on('end', () => response.end(JSON.stringify({ number: orderNumber(body) })))
  }
  response.end(JSON.stringify(request.url === '/items' ? { items: [1, 2, 3] } : { page: pageOf(request.url) }))
}).listen(process.env.PORT, process.env.HOST)
`
const ORDERS = `'use strict'

exports.orderNumber = function orderNumber (body) {
  let hash = body.length
  for (let i = 0; i < 60000; i++) hash = (hash * 31 + i) | 0
  return hash
}
`
const PAGES = `'use strict'

exports.pageOf = function pageOf (url) {
  let sum = 0
  for (let i = 0; i < 200000; i++) sum += Math.sqrt(i)
  return { url, sum }
}
`
const FILES = { 'server.js': SERVER, 'orders.js': ORDERS, 'pages.js': PAGES, 'README.md': '# The shop\n' }
const HEADERS = { authorization: TOKEN }
const REQUESTS = [
  { path: '/', headers: HEADERS },
  { method: 'POST', path: '/orders', headers: HEADERS, body: '{"item":2}' }
]

/**
 * @param {any} t
 * @returns the repository of the shop, on a branch
 */
function shop (t) {
  const scratch = scratchRepository(t, FILES)
  scratch.git('checkout', '--quiet', '-b', 'change')
  return scratch
}

async function gate (folder, ...more) {
  const args = ['gate', '--baseline=git:main', '--candidate=server.js', '--json', ...more]
  const { stdout, stderr, status } = await begin(args, { cwd: folder }).ended
  return { status, stderr, ...(stdout && JSON.parse(stdout)) }
}

t.test('a version that allocates twice as much at the same speed holds, and the gate reports it', async function (t) {
  const { folder, git, write } = shop(t)
  // Three hundred small objects take a few microseconds, compared with two hundred for the page itself.
  const more = '  exports.last = Array.from({ length: 300 }, (_, i) => ({ i }))\n  return {'
  write('pages.js', PAGES.replace('  return {', more))
  git('commit', '--quiet', '-a', '-m', 'keeps what was last')
  const load = [`--header=authorization: ${TOKEN}`, '--no-places']
  const { verdict, witnesses, counts, stderr } = await gate(folder, ...load, '--budget=8s', '--alarm=25%', '--markdown=reports/verdict.md')
  t.not(verdict, 'fails', stderr)
  t.equal(witnesses.allocatedBytesPerRequest.verdict, 'fails', 'and it allocates more')
  const [bytes] = counts
  t.equal(bytes.metric, 'allocatedBytesPerRequest')
  t.ok(bytes.candidate > 1.5 * bytes.baseline, `${bytes.baseline} bytes, then ${bytes.candidate}`)
  const markdown = fs.readFileSync(path.join(folder, 'reports/verdict.md'), 'utf8')
  t.match(markdown.split('\n')[0], /The candidate allocates \d+ to \d+ % more memory per request, which fails the gate only with --fail-on=allocations/)
  t.match(markdown, /\| bytes allocated \| \+\d+\.\d % \|.*\| more \|/)

  const asked = await gate(folder, ...load, '--budget=5s', '--fail-on=allocations')
  t.equal(asked.verdict, 'fails', 'where it is asked for')
  t.equal(asked.decidedBy, 'allocatedBytesPerRequest')
})

t.test('a slowdown of one of two routes is found, behind a token and a POST', async function (t) {
  const { folder, git, write } = shop(t)
  write('requests.json', JSON.stringify(REQUESTS))
  write('orders.js', ORDERS.replace('60000', '1500000'))
  git('commit', '--quiet', '-a', '-m', 'longer order numbers')
  const { verdict, gates, stderr } = await gate(folder, '--requests=requests.json', '--each', '--budget=1s')
  t.equal(verdict, 'fails', stderr)
  const told = gates.map(({ verdict, reason, interval }) => [verdict, reason, interval])
  t.same(gates.map(({ verdict }) => verdict === 'fails'), [false, true], JSON.stringify(told))
  t.match(gates[1].grown[0], { name: /orderNumber/, file: 'orders.js', kind: 'app' }, JSON.stringify(gates[1].grown))
  t.equal(gates[0].level, 1 - 0.05 / 4, 'the level of four simultaneous intervals')
  const page = fs.readFileSync(path.join(folder, 'reports/gate/index.html'), 'utf8')
  t.match(page, /<h2>POST &#47;orders<\/h2>|<h2>POST \/orders<\/h2>/)
  t.match(page, /its change relative to the baseline/, 'with a differential flame graph')
  const kept = fs.readdirSync(path.join(folder, 'reports'), { recursive: true, withFileTypes: true })
  for (const file of kept.filter((one) => one.isFile())) {
    const text = fs.readFileSync(path.join(file.parentPath ?? file.path, file.name), 'utf8')
    t.notMatch(text, /s3cret-of-the-shop/, `${file.name} keeps no token`)
  }
})

t.test('unmatched numbers of baselines and candidates are rejected', async function (t) {
  const { folder } = shop(t)
  const { status, stderr } = await gate(folder, '--candidate=other.js', '--baseline=server.js', '--candidate=a.js')
  t.equal(status, 2)
  t.match(stderr, /there are 3 candidates and 2 baselines\. Give one baseline per candidate/)
  const counting = await gate(folder, '--fail-on=allocations', '--driver=wrk')
  t.equal(counting.status, 2)
  t.match(counting.stderr, /--fail-on=allocations .*--driver=built-in|wrk is not installed/)
})
