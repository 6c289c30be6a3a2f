'use strict'

const fastify = require('fastify')({ logger: false, disableRequestLogging: true })

const shipments = new Map()
for (let i = 1; i <= 300; i++) {
  shipments.set(`S-${i}`, { id: `S-${i}`, carrier: ['ups', 'dhl', 'gls'][i % 3], weight: 1 + (i % 40), zone: i % 7 })
}

const slowestByRoute = new Map()

function estimateDays (shipment) {
  const base = { ups: 2, dhl: 3, gls: 4 }[shipment.carrier]
  return base + Math.ceil(shipment.zone / 2) + (shipment.weight > 30 ? 1 : 0)
}

function longestStep (trail) {
  let longest = { step: 'none', took: 0 }
  for (let i = 1; i < trail.length; i++) {
    const took = trail[i].at - trail[i - 1].at
    if (took > longest.took) longest = { step: trail[i].step, took }
  }
  return longest
}

fastify.decorateRequest('tenant', '')
fastify.decorateRequest('trail', null)
fastify.decorate('findShipment', async id => shipments.get(id) || null)

fastify.addHook('onRequest', async (request) => {
  request.tenant = request.headers['x-tenant'] || 'public'
  request.trail = [{ step: 'received', at: performance.now() }]
})

fastify.addHook('preHandler', async (request) => {
  request.trail.push({ step: 'validated', at: performance.now() })
})

fastify.addHook('onResponse', async (request, reply) => {
  request.trail.push({ step: 'sent', at: performance.now() })
  slowestByRoute.set(request.routerPath, longestStep(request.trail))
})

fastify.get('/shipments/:id', {
  schema: {
    response: {
      200: {
        type: 'object',
        properties: { id: { type: 'string' }, carrier: { type: 'string' }, days: { type: 'integer' }, tenant: { type: 'string' } }
      }
    }
  }
}, async (request, reply) => {
  const shipment = await fastify.findShipment(request.params.id)
  if (!shipment) return reply.code(404).send({ error: 'no such shipment' })
  return { ...shipment, days: estimateDays(shipment), tenant: request.tenant }
})

fastify.get('/internal/slowest', async () => Object.fromEntries(slowestByRoute))

fastify.listen(process.env.PORT || 3000, '127.0.0.1')
