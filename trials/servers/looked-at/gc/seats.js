const Koa = require('koa')
const { EventEmitter, once } = require('node:events')

const beat = new EventEmitter()
beat.setMaxListeners(0)
setInterval(() => beat.emit('beat'), 20).unref()

const hall = Array.from({ length: 3000 }, (_, no) => ({ no, row: Math.floor(no / 50) }))
const taken = new Set([3, 17, 88, 140])

async function hold (seat, opened) {
  await opened // <- here
  return { no: seat.no, row: seat.row, free: !taken.has(seat.no) }
}

async function plan () {
  const opened = once(beat, 'beat')
  const seats = await Promise.all(hall.map((seat) => hold(seat, opened))) // <- here
  return seats
}

const app = new Koa()

app.use(async (ctx, next) => {
  await next()
  ctx.set('x-hall', 'north')
})

app.use(async (ctx) => {
  const seats = await plan()
  let free = 0
  for (const seat of seats) if (seat.free) free++
  ctx.body = { free, of: seats.length }
})

app.listen(Number(process.env.PORT), process.env.HOST)
