// Makes 20 Mongoose documents per request from what a database would return, with a schema of 200 paths.

import http from 'node:http'
import mongoose from 'mongoose'

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const names = Array.from({ length: 50 }, (_, i) => `field${i}`)
const group = () => Object.fromEntries(names.map((name) => [name, String]))
const Wide = mongoose.model('Wide', new mongoose.Schema({ a: group(), b: group(), c: group(), d: group() }))

const values = Object.fromEntries(names.map((name) => [name, `value of ${name}`]))
const record = { _id: new mongoose.Types.ObjectId(), a: values, b: values, c: values, d: values }

const server = http.createServer(function (req, res) {
  const documents = Array.from({ length: 20 }, () => Wide.hydrate(record))
  res.end(documents[7].d.field7)
})

server.listen(PORT, HOST)
