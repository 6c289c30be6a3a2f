import Fastify from 'fastify'

const fastify = Fastify({ logger: false })

const meters = [
  { id: 'LGZ-1001', street: 'Seeweg 4', readings: [[1706742000, 8120.4], [1709247600, 8377.9]] },
  { id: 'LGZ-1002', street: 'Seeweg 6', readings: [[1706742000, 412.1], [1709247600, 655.8]] },
  { id: 'LGZ-2007', street: 'Neubau 1', readings: [[1709247600, 3.2]] },
  { id: 'LGZ-1003', street: 'Seeweg 8', readings: [[1706742000, 15010.7], [1709247600, 15244.0]] },
  { id: 'LGZ-2008', street: 'Neubau 2', readings: [[1709247600, 1.9]] },
]

const schema = {
  schema: {
    querystring: {
      type: 'object',
      properties: { meter: { type: 'string', pattern: '^LGZ-\\d{4}$' } },
    },
    response: {
      200: {
        type: 'object',
        required: ['id', 'street', 'current', 'previous'], // <- here
        properties: {
          id: { type: 'string' },
          street: { type: 'string' },
          current: { type: 'number' },
          previous: { type: 'number' },
          readAt: { type: 'string' },
          checksum: { type: 'integer' },
        },
      },
    },
  },
}

let turn = 0

function pick (id) {
  return meters.find((meter) => meter.id === id) || meters[turn++ % meters.length]
}

function checksum (text) {
  let sum = 17
  for (let i = 0; i < text.length; i++) sum = (sum * 31 + text.charCodeAt(i)) % 65_521
  return sum
}

fastify.addHook('onRequest', (request, reply, done) => {
  reply.header('x-region', 'east')
  done()
})

fastify.get('/', schema, (request, reply) => {
  const { id, street, readings } = pick(request.query.meter)
  const [readAt, current] = readings.at(-1)
  reply.send({
    id,
    street,
    current,
    previous: readings.at(-2)?.[1], // <- here
    readAt: new Date(readAt * 1000).toISOString(),
    checksum: checksum(`${id}|${street}|${current}`),
  })
})

fastify.listen({ port: Number(process.env.PORT), host: process.env.HOST })
