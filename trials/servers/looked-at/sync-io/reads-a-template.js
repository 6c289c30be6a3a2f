'use strict'

const express = require('express')
const fs = require('fs')
const os = require('os')
const path = require('path')

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-path-looked-at-'))
const template = path.join(folder, 'page.html')
fs.writeFileSync(template, '<p>{{name}}</p>'.padEnd(8_000_000))
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }))

function render () {
  return fs.readFileSync(template).length // <- here
}

const app = express()
app.get('/', (req, res) => res.send(`${render()}\n`))
app.listen(process.env.PORT, process.env.HOST)
