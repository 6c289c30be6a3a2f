// A small PostgreSQL in a process of its own: it keeps everything in memory. It is not ours to change.

import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'

const MOST_CONNECTIONS = 20

const server = new PGLiteSocketServer({
  db: await PGlite.create(),
  host: '127.0.0.1',
  port: 0,
  maxConnections: MOST_CONNECTIONS
})
server.addEventListener('listening', ({ detail: { port } }) =>
  process.send(`postgres://postgres@127.0.0.1:${port}/postgres`)
)
await server.start()
process.on('disconnect', () => process.exit())
