'use strict'

// The source files of an application: its folder may hold other programs.

const path = require('path')
const t = require('tap')
const { sourceFilesOf } = require('../../../src/source/source')

const OTHERS = { 'other.js': "const { Pool } = require('pg')", old: { 'server.js': "require('./pool')", 'pool.js': '' } }

/** Returns the names of the files, relative to the folder of `server.js`. */
function filesOf (t, files, entry = 'server.js') {
  const folder = t.testdir({ ...OTHERS, ...files })
  return sourceFilesOf(path.join(folder, entry)).map((file) => path.relative(folder, file))
}

t.test('files that the entry refers to, directly or not', async function (t) {
  const files = {
    'server.js': "const db = require('./lib/db')\nimport('./lazy.mjs')\nfork(path.join(__dirname, 'sink.js'))\nconst x = require('express')",
    'lazy.mjs': "import './routes/index.js'\nexport * from '..'",
    'sink.js': '',
    lib: { 'db.js': "module.exports = require('./pool/')", pool: { 'index.js': '' } },
    routes: { 'index.ts': "import users from './users'", 'users.ts': '' }
  }
  t.same(filesOf(t, files).sort(), ['lazy.mjs', 'lib/db.js', 'lib/pool/index.js', 'routes/index.ts', 'routes/users.ts', 'server.js', 'sink.js'])
  t.equal(filesOf(t, files)[0], 'server.js')
})

t.test('all files if they are loaded by computed names, an alias, or a package', async function (t) {
  for (const text of [
    "for (const name of fs.readdirSync('routes')) app.use(require(path.join(__dirname, name)))",
    "import db from '@/db'",
    "const db = require('#db')",
    "app.register(require('@fastify/autoload'), { dir })",
    'const plugin = await import(name)'
  ]) t.ok(filesOf(t, { 'server.js': text }).includes('other.js'), text)
  t.same(filesOf(t, { 'server.js': "const colour = '#fff'; const scope = require('@scope/name')" }), ['server.js'])
})

t.test('paths from the folder of the project', async function (t) {
  const src = { 'index.ts': "import { db } from 'src/db'", 'db.ts': '', 'unused.ts': '' }
  t.same(filesOf(t, { src }, 'src/index.ts').sort(), ['src/db.ts', 'src/index.ts'])
})
