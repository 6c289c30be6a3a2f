'use strict'

// Runs several processes of one contestant on one port: WORKERS=2 node clustered.js contestants/express.js

const cluster = require('cluster')
const path = require('path')

const { WORKERS = 2 } = process.env

if (cluster.isPrimary) {
  for (let i = 0; i < Number(WORKERS); i++) cluster.fork()
  cluster.on('exit', () => process.exit(1)) // with fewer workers, the measurement would be invalid
} else {
  require(path.resolve(process.argv[2]))
}
