'use strict'

// Real servers from npm: a published program, and the examples of two frameworks' home pages. One instrument on each.

const fs = require('fs')
const path = require('path')
const t = require('tap')
const { ROOT, hotPath } = require('../../support/helper')

const HERE = path.join(ROOT, 'packages/hot-path/test/fixtures/strangers')
const SHORT = ['--duration=2', '--connections=10', '--json'] // the check-up needs two seconds

/** @returns {string} the file of a package's first command */
function bin (name) {
  const manifest = require.resolve(`${name}/package.json`)
  const { bin } = require(manifest)
  return path.resolve(path.dirname(manifest), typeof bin === 'string' ? bin : Object.values(bin)[0])
}

const httpServer = {
  name: 'http-server, which serves a folder',
  file: bin('http-server'),
  args: ['-p', '0', path.join(HERE, 'site')]
}
const express = { name: 'Express', file: path.join(HERE, 'express.js') }
const fastify = { name: 'Fastify, an ES module', file: path.join(HERE, 'fastify.mjs') }

const strangers = [
  { instrument: 'doctor', ...httpServer },
  { instrument: 'flame', ...express },
  { instrument: '0x', ...fastify },
  { instrument: 'checkup', ...httpServer }
]

for (const { instrument, name, file, args = [] } of strangers) {
  t.test(`${instrument} runs on ${name}`, async function (t) {
    const { status, stdout, stderr } = await hotPath([instrument, file, '--path=/', ...SHORT, '--', ...args])
    t.equal(status, 0, stderr)
    const { load, report } = JSON.parse(stdout)
    t.match(load, { non2xx: 0, errors: 0 })
    t.ok(load.requests > 10, `${load.requests} answers`)
    t.match(fs.readFileSync(report, 'utf8'), '<html')
  })
}

t.test('an installed server counts as the application, not as a dependency', async function (t) {
  const price = 'exports.price = (n) => {\n  let sum = 0\n  for (let i = 0; i < 3e5; i++) sum += Math.sqrt(n + i)\n  return sum\n}\n'
  const server = `const { price } = require('./lib/price')
const { setTimeout: sleep } = require('timers/promises')
require('http').createServer(async (req, res) => {
  await sleep(5)
  res.end(String(price(req.url.length)))
}).listen(process.env.PORT, process.env.HOST)
`
  const shop = () => ({ 'server.js': server, lib: { 'price.js': price } })
  const cwd = t.testdir({ opt: { node_modules: { shop: shop(), '@acme': { shop: shop() } } } })
  for (const folder of ['opt/node_modules/shop', 'opt/node_modules/@acme/shop']) {
    const run = async (instrument) => JSON.parse((await hotPath([instrument, `${folder}/server.js`, ...SHORT], { cwd })).stdout)
    const { hottest } = await run('cpu-profile')
    t.match(hottest[0], { kind: 'app', line: 1, file: `${folder}/lib/price.js` })
    const { places } = await run('waits')
    t.match(places[0], { file: `${folder}/server.js`, line: 4 })
  }
})
