// Builds a model of ten fields with joi and validates it, 5 times per request: as in the thread, schema and all.

import http from 'node:http'
import Joi from 'joi'

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const value = { name: 'anna', age: 40, email: 'anna@example.com', tags: ['a', 'b'], active: true, files: [{ path: '/a', size: 1 }] }

function validate () {
  const schema = Joi.object().keys({
    name: Joi.string().min(1).required(),
    age: Joi.number().integer().min(0),
    email: Joi.string().email(),
    tags: Joi.array().items(Joi.string()),
    active: Joi.boolean(),
    files: Joi.array().items(Joi.object().keys({ path: Joi.string().required(), size: Joi.number() }))
  })
  return Joi.validate(value, schema).error
}

const server = http.createServer(function (req, res) {
  const errors = Array.from({ length: 5 }, validate)
  res.end(JSON.stringify(errors))
})

server.listen(PORT, HOST)
