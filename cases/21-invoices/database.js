'use strict'

const fs = require('fs')
const path = require('path')
const { fork } = require('child_process')
const { once } = require('events')
const { Sequelize } = require('sequelize')
const { describe } = require('./invoice')

const TABLES = path.join(__dirname, 'tables.sql')

// A PostgreSQL of one's own with DATABASE_URL; else a small one, in a process of its own.
async function openDatabase () {
  const sequelize = new Sequelize(process.env.DATABASE_URL ?? (await startPostgres()), { logging: false })
  describe(sequelize)
  await sequelize.query(fs.readFileSync(TABLES, 'utf8'))
}

async function startPostgres () {
  const [url] = await once(fork(path.join(__dirname, 'postgres.mjs')), 'message')
  return url
}

module.exports = { openDatabase }
