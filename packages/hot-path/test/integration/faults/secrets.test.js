'use strict'

// A server that requires a token and a body: each command sends what its options say, and saves no secret.

const fs = require('fs')
const path = require('path')
const t = require('tap')
const { hotPath } = require('../../support/helper')

const SECRET = 'geheim'
// The source shows on pages, so the server reads the secret from a file.
const SERVER = `const http = require('http')
const secret = require('fs').readFileSync(require('path').join(__dirname, 'secret'), 'utf8')
http.createServer(function (req, res) {
  if (req.headers.authorization !== 'Bearer ' + secret) return res.writeHead(401).end()
  const isOrder = req.method === 'POST' && req.url === '/orders?token=' + secret
  if (!isOrder && req.url !== '/items') return res.writeHead(404).end()
  let body = ''
  req.on('data', (text) => { body += text })
  req.on('end', () => res.writeHead(isOrder && !body.includes(secret) ? 400 : 200).end('ok'))
}).listen(process.env.PORT, process.env.HOST)
`
const ORDER = [
  '--method=POST',
  `--path=/orders?token=${SECRET}`,
  `--header=authorization: Bearer ${SECRET}`,
  `--header=cookie: sid=${SECRET}`,
  `--body={"password":"${SECRET}"}`
]
const LIST = [
  { path: '/items', headers: { authorization: `Bearer ${SECRET}` }, weight: 2 },
  { method: 'POST', path: `/orders?token=${SECRET}`, headers: { authorization: `Bearer ${SECRET}` }, body: SECRET }
]

t.setTimeout(120_000)

t.test('the required token and body are sent, and not saved', async function (t) {
  const cwd = t.testdir({ secret: SECRET, 'server.js': SERVER, 'same.js': SERVER, 'requests.json': JSON.stringify(LIST) })
  const printed = []
  const run = async function (args) {
    const outcome = await hotPath(args, { cwd })
    printed.push(outcome.stdout, outcome.stderr)
    return outcome
  }
  const look = await run(['cpu-profile', 'server.js', ...ORDER, '--duration=1', '--json', '--no-open'])
  t.equal(look.status, 0, look.stderr)
  const { load, workload } = JSON.parse(look.stdout)
  t.ok(load.requests > 10)
  t.equal(load.non2xx, 0)
  t.match(workload, { path: '/orders?token=***', requests: [{ method: 'POST', headers: { authorization: '***', cookie: '***' } }] })
  t.match(look.stderr, /autocannon -c100 -d1 -mPOST -H .*authorization=\*\*\*/)

  for (const driver of ['built-in', 'wrk']) {
    const compared = await run(['compare', 'server.js', 'same.js', '--requests=requests.json', `--driver=${driver}`, '--rounds=1', '--duration=0.3', '--timeline=0', '--json', '--no-open'])
    t.equal(compared.status, 0, compared.stderr)
    const { samples, about } = JSON.parse(compared.stdout)
    for (const { non2xx, errors, requests } of samples) t.match({ non2xx, errors }, { non2xx: 0, errors: 0 }, `${driver}: ${requests} requests`)
    t.match(about.server.load.requests[1], { method: 'POST', path: '/orders?token=***', body: '(6 bytes)' })
  }
  const gate = await run(['gate', '--baseline=server.js', '--candidate=same.js', '--requests=requests.json', '--budget=5s', '--json'])
  t.ok([0, 1, 3].includes(gate.status), gate.stderr)
  t.match(JSON.parse(gate.stdout), { path: '/items', requests: [{ weight: 2 }, { method: 'POST' }] })

  for (const text of printed) t.notMatch(text, SECRET)
  const kept = filesBelow(path.join(cwd, 'reports'))
  t.ok(kept.length > 2)
  for (const file of kept) t.notOk(fs.readFileSync(file, 'utf8').includes(SECRET), path.relative(cwd, file))
})

t.test('a gate rejects a server that answers with an error', async function (t) {
  const cwd = t.testdir({ secret: SECRET, 'server.js': SERVER, 'same.js': SERVER })
  const outcome = await hotPath(['gate', '--baseline=server.js', '--candidate=same.js', '--path=/items'], { cwd })
  t.equal(outcome.status, 2)
  t.match(outcome.stderr, /server\.js responds to \/items with status 401\. Add --header="authorization: \.\.\." if it needs one\./)
})

t.test('a gate rejects versions that differ in one of several routes', async function (t) {
  const cwd = t.testdir({ secret: SECRET, 'server.js': SERVER, 'other.js': SERVER.replace('isOrder && !body', '!body'), 'requests.json': JSON.stringify(LIST) })
  const outcome = await hotPath(['gate', '--baseline=server.js', '--candidate=other.js', '--requests=requests.json'], { cwd })
  t.equal(outcome.status, 2)
  t.match(outcome.stderr, /other\.js responds to \/items with status 400\. Check --method, --header and --body\./)
})

function filesBelow (folder) {
  return fs.readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
}
