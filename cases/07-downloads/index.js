'use strict'

const express = require('express')
const { sign } = require('./signature')

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const app = express()

app.get('/downloads/:name', async function (req, res) {
  const { name } = req.params
  res.json({ name, link: `/files/${name}?signature=${await sign(name)}` })
})

app.listen(PORT, HOST)
