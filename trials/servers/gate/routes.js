'use strict'

// Finds the last of many routes, behind some middleware.

const express = require('express')

const app = express()

for (let i = 0; i < 5; i++) app.use((req, res, next) => next())
for (let i = 0; i < 40; i++) app.get(`/articles-${i}/:id`, (req, res) => res.json({ id: req.params.id }))
app.get('/', (req, res) => res.json({ hello: 'world' }))

app.listen(Number(process.env.PORT), process.env.HOST)
