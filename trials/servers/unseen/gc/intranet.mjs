import Fastify from 'fastify'
import { randomUUID } from 'node:crypto'

const MAX_SESSIONS = 800
const resources = ['invoice', 'order', 'customer', 'supplier', 'contract', 'ticket', 'asset', 'project', 'report',
  'budget', 'vacation', 'payroll', 'room', 'vehicle', 'training', 'audit', 'warehouse', 'shipment', 'claim', 'survey']
const actions = ['read', 'list', 'create', 'update', 'delete', 'approve', 'export', 'share']
const sites = ['berlin', 'graz', 'basel', 'lyon', 'turin', 'gent']

const sessions = new Map()

class Permission {
  constructor (role, resource, action, site) { // <- here
    this.resource = resource
    this.action = action
    this.site = site
    this.limit = role === 'admin' ? 1000000 : 999
    this.granted = role === 'admin' || action === 'read' || action === 'list'
  }
}

function permissionsFor (role) { // <- here
  const permissions = []
  for (const resource of resources) {
    for (const action of actions) {
      for (const site of sites) permissions.push(new Permission(role, resource, action, site)) // <- here
    }
  }
  return permissions
}

function openSession () {
  const session = {
    id: randomUUID(),
    role: 'guest',
    since: Date.now(),
    permissions: permissionsFor('guest'), // <- here
  }
  sessions.set(session.id, session)
  if (sessions.size > MAX_SESSIONS) {
    const oldest = sessions.keys().next().value
    sessions.delete(oldest)
  }
  return session
}

const fastify = Fastify()

fastify.decorateRequest('session', null)

fastify.addHook('onRequest', async (request, reply) => {
  const id = /(?:^|; )sid=([^;]+)/.exec(request.headers.cookie ?? '')?.[1]
  request.session = sessions.get(id)
  if (!request.session) {
    request.session = openSession()
    reply.header('set-cookie', `sid=${request.session.id}; HttpOnly`)
  }
})

fastify.get('/', async (request) => {
  const { role, since } = request.session
  return { role, since, menu: resources.slice(0, 6) }
})

await fastify.listen({ port: Number(process.env.PORT), host: process.env.HOST })
