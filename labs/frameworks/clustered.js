'use strict'

// Several processes of one contestant share a port: WORKERS=2 node clustered.js contestants/express.js

const cluster = require('cluster')
const path = require('path')

const { WORKERS = 2 } = process.env

if (cluster.isPrimary) {
  for (let i = 0; i < Number(WORKERS); i++) cluster.fork()
  cluster.on('exit', () => process.exit(1)) // one worker less is another measurement
} else {
  require(path.resolve(process.argv[2]))
}
