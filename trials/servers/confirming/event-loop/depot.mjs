import Fastify from 'fastify'

const WORDS = {
  en: { shop: 'workshop', ready: 'ready', open: 'in repair' },
  nl: { shop: 'werkplaats', ready: 'klaar', open: 'in reparatie' },
}

const jobs = Array.from({ length: 14 }, (_, i) => ({
  ticket: `R${2200 + i}`,
  frame: ['city', 'gravel', 'cargo'][i % 3],
  work: ['brakes', 'spokes', 'bottom bracket', 'chain and cassette'][i % 4],
  mechanic: i % 5 === 0 ? null : ['Ada', 'Joost', 'Mina'][i % 3],
  price: i % 3 === 0 ? null : 24.5 + i * 3,
  done: i % 2 === 0,
}))

function nullable (type) {
  return { anyOf: [{ type }, { type: 'null' }] }
}

function boardSchema (lang) {
  return {
    type: 'object',
    required: ['shop', 'jobs'],
    properties: {
      shop: { type: 'string', default: WORDS[lang].shop },
      count: { type: 'integer' },
      jobs: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            ticket: { type: 'string' },
            frame: { type: 'string' },
            work: { type: 'string' },
            mechanic: nullable('string'),
            price: nullable('number'),
            state: { type: 'string', enum: [WORDS[lang].ready, WORDS[lang].open] },
          },
        },
      },
    },
  }
}

function board (lang) {
  const words = WORDS[lang]
  const rows = jobs.map((job) => ({ ...job, state: job.done ? words.ready : words.open }))
  rows.sort((a, b) => (b.price ?? 0) - (a.price ?? 0))
  return { shop: words.shop, count: rows.length, jobs: rows }
}

const app = Fastify({ logger: false })

app.addHook('onRequest', async (request) => {
  const wanted = String(request.headers['accept-language'] ?? '').slice(0, 2)
  request.lang = wanted in WORDS ? wanted : 'en'
})
app.decorateRequest('lang', 'en')

app.get('/', async (request, reply) => {
  reply.type('application/json; charset=utf-8')
  return reply.serializeInput(board(request.lang), boardSchema(request.lang)) // <- here
})

await app.listen({ port: Number(process.env.PORT), host: process.env.HOST })
