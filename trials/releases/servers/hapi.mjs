// A shop on hapi: a route with a parameter, a lifecycle extension.

import Hapi from '@hapi/hapi'

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const server = Hapi.server({ port: PORT, host: HOST })

server.ext('onPreResponse', function (request, h) {
  request.response.header?.('X-Shop', 'open')
  return h.continue
})
server.route({
  method: 'GET',
  path: '/articles/{id}',
  handler: ({ params, query }) => ({ id: params.id, price: 10, currency: query.currency })
})

await server.start()
