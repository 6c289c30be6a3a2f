'use strict'

const { spawnSync } = require('child_process')
const http = require('http')

function revision () {
  return spawnSync('/bin/echo', ['v1']).stdout // <- here
}

http.createServer((req, res) => res.end(revision())).listen(process.env.PORT, process.env.HOST)
