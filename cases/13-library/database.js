'use strict'

const fs = require('fs')
const path = require('path')
const { fork } = require('child_process')
const { once } = require('events')
const { Pool } = require('pg')

const SCHEMA = path.join(__dirname, 'schema.sql')

// A PostgreSQL of one's own with DATABASE_URL; else a small one, in a process of its own.
async function openDatabase () {
  const pool = new Pool({ connectionString: process.env.DATABASE_URL ?? (await startPostgres()), max: 5 })
  await pool.query(fs.readFileSync(SCHEMA, 'utf8'))
  return pool
}

async function startPostgres () {
  const [url] = await once(fork(path.join(__dirname, 'postgres.mjs')), 'message')
  return url
}

module.exports = { openDatabase }
