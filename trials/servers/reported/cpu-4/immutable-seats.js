const http = require('http')
const { fork } = require('child_process')
const fastify = require('fastify')
const { fromJS } = require('immutable')

const PRICES_PORT = Number(process.env.PORT || 3000) + 1000

if (process.argv[2] === 'prices') {
  process.on('disconnect', () => process.exit())
  http.createServer((req, res) => {
    setTimeout(() => {
      res.setHeader('content-type', 'application/json')
      res.end(JSON.stringify({ stalls: 42, circle: 58, gallery: 19 }))
    }, 80)
  }).listen(PRICES_PORT, '127.0.0.1', () => process.send('ready'))
} else {
  const child = fork(__filename, ['prices'])
  child.once('message', start)
}

const titles = ['Hamlet', 'Medea', 'Tosca', 'Carmen', 'Faust', 'Giselle', 'Aida', 'Tartuffe', 'Macbeth', 'Fidelio', 'Norma', 'Rusalka']

function house (show) {
  const seats = []
  for (let row = 1; row <= 30; row++) {
    for (let number = 1; number <= 28; number++) {
      seats.push({ row, number, free: (row * number + show) % 3 !== 0 })
    }
  }
  return seats
}

let state = fromJS(Object.fromEntries(titles.map((title, show) => [
  title.toLowerCase(),
  { title, hall: show % 2 ? 'main' : 'studio', seats: house(show) }
])))

const agent = new http.Agent({ keepAlive: true })

function prices (show) {
  return new Promise((resolve, reject) => {
    http.get({ host: '127.0.0.1', port: PRICES_PORT, path: `/prices/${show}`, agent }, (res) => {
      let text = ''
      res.setEncoding('utf8')
      res.on('data', (part) => { text += part })
      res.on('end', () => resolve(JSON.parse(text)))
    }).on('error', reject)
  })
}

function category (seat) {
  if (seat.row <= 15) return 'stalls'
  return seat.row <= 24 ? 'circle' : 'gallery'
}

async function availability (name) {
  const shows = state.toJS() // HERE
  if (!shows[name]) return null
  const tariff = await prices(name)
  const show = shows[name]
  const free = { stalls: 0, circle: 0, gallery: 0 }
  for (const seat of show.seats) {
    if (seat.free) free[category(seat)]++
  }
  return Object.keys(free).map((key) => ({ show: show.title, category: key, free: free[key], price: tariff[key] }))
}

function book (name, row, number) {
  const index = (row - 1) * 28 + number - 1
  if (!state.getIn([name, 'seats', index, 'free'])) return false
  state = state.setIn([name, 'seats', index, 'free'], false)
  return true
}

function start () {
  const app = fastify()

  app.get('/shows/:name/availability', async (request, reply) => {
    const result = await availability(request.params.name)
    if (!result) reply.code(404)
    return result || { error: 'no such show' }
  })

  app.post('/shows/:name/bookings', async (request, reply) => {
    const { row, number } = request.body
    if (!book(request.params.name, Number(row), Number(number))) {
      reply.code(409)
      return { error: 'seat is taken' }
    }
    return { booked: true }
  })

  app.listen({ port: Number(process.env.PORT || 3000), host: '127.0.0.1' })
}
