'use strict'

const http = require('http')
const Pool = require('./pool')

const { PORT = 3000, HOST = '127.0.0.1', CONNECTIONS = 2 } = process.env
const ANSWER_MS = 5

// Simulates a connection to a slow database.
function connect () {
  return { query: (what) => new Promise((resolve) => setTimeout(resolve, ANSWER_MS, `${what} of somebody`)) }
}

// A shop. Each request sends the database two queries.
const pool = new Pool(Array.from({ length: CONNECTIONS }, connect))

async function ask (what) {
  const connection = await pool.take()
  const answer = await connection.query(what)
  pool.give(connection)
  return answer
}

const server = http.createServer(async function (req, res) {
  const user = await ask('the name')
  const orders = await ask('the orders')
  res.end(JSON.stringify({ user, orders }))
})

server.listen(PORT, HOST, () => console.log(`Listening on http://${HOST}:${server.address().port}/`))
