'use strict'

const crypto = require('crypto')
const express = require('express')
const { promisify } = require('util')

const scrypt = promisify(crypto.scrypt)

async function hash (password) {
  const key = await scrypt(password, 'a salt', 32) // <- here
  return key.toString('hex')
}

const app = express()
app.get('/', async (req, res) => res.send(await hash('secret')))
app.listen(process.env.PORT, process.env.HOST)
