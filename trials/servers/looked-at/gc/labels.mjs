import Fastify from 'fastify'

const titles = ['Soup', 'Salad', 'Bread', 'Cheese', 'Fish', 'Cake', 'Tea', 'Juice']
const TABLES = 400

const notes = new WeakMap()
const board = new Map()

class Dish {
  constructor (id) {
    this.id = id
    this.title = titles[id % titles.length]
  }
}

function annotate (dish, table) {
  notes.set(dish, { table, text: `${dish.title}-${dish.id}` }) // <- here
  return dish
}

function order (table, size) {
  const dishes = []
  for (let id = 0; id < size; id++) dishes.push(annotate(new Dish(id), table)) // <- here
  board.set(table, dishes)
  return dishes
}

const app = Fastify()
let turn = 0

app.get('/', async (request, reply) => {
  const table = turn++ % TABLES
  const dishes = order(table, 900)
  const text = dishes.slice(0, 3).map((dish) => notes.get(dish).text)
  reply.header('cache-control', 'no-store')
  return { table, count: dishes.length, text }
})

app.get('/tables', async () => [...board.keys()])

await app.listen({ port: Number(process.env.PORT), host: process.env.HOST })
