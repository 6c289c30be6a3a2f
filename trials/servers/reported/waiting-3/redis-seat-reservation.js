const { fork } = require('child_process')
const net = require('net')

if (process.argv[2] === 'redis-stub') {
  const bulk = (s) => `$${Buffer.byteLength(s)}\r\n${s}\r\n`
  const server = net.createServer((socket) => {
    let rest = ''
    let queued = null
    socket.setNoDelay(true)
    socket.on('error', () => {})
    const run = ([name, ...args]) => {
      name = name.toUpperCase()
      if (name === 'MULTI') { queued = []; return '+OK\r\n' }
      if (name === 'EXEC') { const n = queued.length; queued = null; return `*${n}\r\n` + ':1\r\n'.repeat(n) }
      if (queued) { queued.push(name); return '+QUEUED\r\n' }
      if (name === 'HGET') return bulk(args[1] === 'free' ? '120' : 'Winter Tale')
      if (name === 'GET') return bulk('40')
      return '+OK\r\n'
    }
    socket.on('data', (data) => {
      rest += data.toString('latin1')
      let out = ''
      for (;;) {
        const lines = rest.split('\r\n')
        if (rest[0] !== '*') break
        const n = Number(lines[0].slice(1))
        if (lines.length < 2 + 2 * n) break
        const words = []
        for (let i = 0; i < n; i++) words.push(lines[2 + 2 * i])
        rest = lines.slice(1 + 2 * n).join('\r\n')
        out += run(words)
      }
      if (out) setTimeout(() => socket.writable && socket.write(out), 6)
    })
  })
  server.listen(0, '127.0.0.1', () => process.send(server.address().port))
  process.on('disconnect', () => process.exit())
} else {
  const fastify = require('fastify')()
  const { createClient, WatchError } = require('redis')

  fork(__filename, ['redis-stub']).once('message', start)

  async function start (redisPort) {
    const client = createClient({ socket: { host: '127.0.0.1', port: redisPort } }) // HERE
    client.on('error', (err) => console.error('redis', err.message))
    await client.connect()

    function reserve (show, seats) {
      return client.executeIsolated(async (conn) => { // HERE
        await conn.watch(`show:${show}`)
        const free = Number(await conn.hGet(`show:${show}`, 'free'))
        if (free < seats) return null
        await conn.multi()
          .hIncrBy(`show:${show}`, 'free', -seats)
          .incrBy(`show:${show}:sold`, seats)
          .exec()
        return { show, seats, left: free - seats }
      })
    }

    fastify.get('/shows/:show', async (req) => {
      const title = await client.hGet(`show:${req.params.show}`, 'title')
      return { show: req.params.show, title }
    })

    fastify.get('/shows/:show/reserve', async (req, reply) => {
      const seats = Number(req.query.seats || 1)
      try {
        const ticket = await reserve(req.params.show, seats)
        return ticket || reply.code(410).send({ error: 'sold out' })
      } catch (err) {
        if (err instanceof WatchError) return reply.code(409).send({ error: 'try again' })
        throw err
      }
    })

    await fastify.listen({ port: Number(process.env.PORT || 3000), host: '127.0.0.1' })
  }
}
