'use strict'

const { randomUUID } = require('crypto')
const express = require('express')

const sessions = new Map()

function begin () {
  const id = randomUUID()
  sessions.set(id, { id, roles: ['guest'], visited: new Array(40).fill(0) }) // <- here
  return id
}

const app = express()
app.get('/', (req, res) => res.send(begin()))
app.listen(process.env.PORT, process.env.HOST)
