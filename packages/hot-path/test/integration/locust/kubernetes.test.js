'use strict'

// The manifests of `init --locust`: valid for the operator, and what their containers run gives a result. The programs
// run here, on loopback. No cluster is needed.

const Ajv = require('ajv')
const { spawn } = require('child_process')
const { once } = require('events')
const fs = require('fs')
const http = require('http')
const path = require('path')
const { text } = require('stream/consumers')
const t = require('tap')
const { parseAllDocuments } = require('yaml')
const locust = require('../../../src/load/locust')
const { hotPath } = require('../../support/helper')

const SKIP = { skip: locust.available() ? false : 'Locust is not installed' }

// Kinds and fields as in the custom resource definition of locustio/k8s-operator (locust.cloud/v1), and in Kubernetes.
const named = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }
const closed = (properties, required = Object.keys(properties)) => ({ type: 'object', properties, required, additionalProperties: false })
const LOCUST_TEST = closed({
  apiVersion: { const: 'locust.cloud/v1' },
  kind: { const: 'LocustTest' },
  metadata: named,
  spec: closed({
    image: { type: 'string' },
    workers: { type: 'integer', minimum: 1 },
    args: { type: 'string' },
    locustfile: closed({ configMap: named })
  })
})

const init = (cwd, ...more) => hotPath(['init', '--locust', ...more], { cwd, env: { ...process.env, INIT_CWD: cwd } })
const ORDER = ['--method=POST', '--body={"article":"tea"}', '--header=authorization: Bearer "secret"']

t.test('the manifests are valid, and are never replaced', async function (t) {
  const cwd = t.testdir()
  const made = await init(cwd, '--url=http://shop.default.svc:3000/orders?x=1', '--workers=3', '--connections=7', ...ORDER)
  t.equal(made.status, 0, made.stderr)
  t.match(made.stdout, /^ {2}kubectl logs -f job\/hot-path-master \| npx hot-path load --from=-$/m)
  const [file, test] = parseAllDocuments(fs.readFileSync(path.join(cwd, 'hot-path-locust-operator.yaml'), 'utf8')).map((one) => one.toJS())
  const ajv = new Ajv()
  t.ok(ajv.validate(LOCUST_TEST, test), ajv.errorsText())
  t.equal(test.spec.locustfile.configMap.name, file.metadata.name)
  t.match(test.spec.args, /--users 7 .*--expect-workers 3 --host http:\/\/shop\.default\.svc:3000$/)
  const jobs = parseAllDocuments(fs.readFileSync(path.join(cwd, 'hot-path-locust-jobs.yaml'), 'utf8')).map((one) => one.toJS())
  t.same(jobs.map(({ kind }) => kind), ['ConfigMap', 'Service', 'Job', 'Job'])
  t.same(jobs[0], file)
  t.equal(fs.statSync(path.join(cwd, 'hot-path-locust-jobs.yaml')).mode & 0o777, 0o600, 'it may contain secrets')
  const again = await init(cwd, '--url=http://127.0.0.1/')
  t.equal(again.status, 2)
  t.match(again.stderr, /already exists\. Nothing was written\.$/m)
  t.equal((await init(t.testdir())).status, 2, 'without a URL')
})

t.test('what the containers run gives a result', SKIP, async function (t) {
  const seen = []
  const server = http.createServer(async function (req, res) {
    seen.push({ method: req.method, url: req.url, authorization: req.headers.authorization, body: await text(req) })
    setTimeout(() => res.end('tea'), 10)
  }).listen(0, '127.0.0.1')
  t.teardown(() => { server.close(); server.closeAllConnections() })
  await once(server, 'listening')
  const cwd = t.testdir()
  await init(cwd, `--url=http://127.0.0.1:${server.address().port}/orders?x=1`, '--workers=2', '--connections=6', '--duration=1', ...ORDER)
  const [file, , master, worker] = parseAllDocuments(fs.readFileSync(path.join(cwd, 'hot-path-locust-jobs.yaml'), 'utf8')).map((one) => one.toJS())
  for (const [name, content] of Object.entries(file.data)) fs.writeFileSync(path.join(cwd, name), content)
  const argsOf = ({ spec }) => spec.template.spec.containers[0].args.map((word) => (word === 'hot-path-master' ? '127.0.0.1' : word))
  const run = (job) => spawn('locust', argsOf(job), { cwd, stdio: ['ignore', 'pipe', 'ignore'] })
  const workers = Array.from({ length: worker.spec.parallelism }, () => once(run(worker), 'close'))
  const running = run(master)
  const log = text(running.stdout)
  t.same(await once(running, 'close'), [0, null])
  await Promise.all(workers)
  fs.writeFileSync(path.join(cwd, 'log'), await log)
  const { status, stdout, stderr } = await hotPath(['load', '--from=log', '--json'], { cwd })
  t.equal(status, 0, stderr)
  t.match(JSON.parse(stdout), { driver: 'locust', connections: 6, requests: seen.length, errors: 0 })
  t.ok(seen.length > 100, `${seen.length} requests`)
  t.match(seen[0], { method: 'POST', url: '/orders?x=1', authorization: 'Bearer "secret"', body: '{"article":"tea"}' })
})

t.test('a log without a result is an error', async function (t) {
  const cwd = t.testdir({ log: 'hot-path {"users": 6}\n' })
  const { status, stderr } = await hotPath(['load', '--from=log'], { cwd })
  t.equal(status, 2)
  t.match(stderr, /^hot-path: there is no result of Locust in the file\./)
  t.equal((await hotPath(['load', '--from=none'], { cwd })).status, 2)
})
