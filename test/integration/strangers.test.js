'use strict'

// Real servers from npm: a program as it is shipped, and what the front pages of two frameworks show. One
// instrument on each.

const fs = require('fs')
const path = require('path')
const t = require('tap')
const { ROOT, hotPath } = require('../support/helper')

const HERE = path.join(ROOT, 'packages/hot-path/test/fixtures/strangers')
const SHORT = ['--duration=2', '--connections=10', '--json'] // the check-up needs two seconds

/** @returns {string} the file of a package's (first) command */
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
  t.test(`${instrument} on ${name}`, async function (t) {
    const { status, stdout, stderr } = await hotPath([instrument, file, '--path=/', ...SHORT, '--', ...args])
    t.equal(status, 0, stderr)
    const { load, report } = JSON.parse(stdout)
    t.match(load, { non2xx: 0, errors: 0 })
    t.ok(load.requests > 10, `${load.requests} answers`)
    t.match(fs.readFileSync(report, 'utf8'), '<html')
  })
}
