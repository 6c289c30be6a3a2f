'use strict'

const express = require('express')

const users = Array.from({ length: 20 }, (_, id) => ({ id, name: `user ${id}` }))

const app = express()
app.get('/', (req, res) => res.json(users))
app.listen(process.env.PORT, process.env.HOST)
