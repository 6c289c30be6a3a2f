const Koa = require('koa')

const WIDTH = 320
const HEIGHT = 200

const scene = (tick) => {
  const light = new Float32Array(WIDTH * HEIGHT)
  for (let y = 0; y < HEIGHT; y++) {
    light.fill(((y + tick) % HEIGHT) * (255 / HEIGHT), y * WIDTH, (y + 1) * WIDTH)
  }
  return light
}

// One bit for each dot, for the label printers.
const toBits = (light) => {
  const bits = new Uint8Array((WIDTH * HEIGHT) / 8)
  for (let at = 0; at < light.length; at++) {
    const old = light[at]
    const dot = old < 128 ? 0 : 255
    const error = old - dot
    if (dot === 0) bits[at >> 3] |= 0x80 >> (at & 7) // <- here
    const right = at % WIDTH < WIDTH - 1
    const left = at % WIDTH > 0
    if (right) light[at + 1] += (error * 7) / 16 // <- here
    if (at + WIDTH < light.length) {
      if (left) light[at + WIDTH - 1] += (error * 3) / 16 // <- here
      light[at + WIDTH] += (error * 5) / 16 // <- here
      if (right) light[at + WIDTH + 1] += error / 16 // <- here
    }
  }
  return bits
}

const app = new Koa()
let tick = 0

app.use(async (ctx, next) => {
  ctx.set('x-service', 'poster')
  await next()
})

app.use(async (ctx) => {
  if (ctx.path !== '/') ctx.throw(404)
  const bits = toBits(scene(tick++))
  const header = Buffer.from(`P4\n${WIDTH} ${HEIGHT}\n`)
  ctx.type = 'image/x-portable-bitmap'
  ctx.body = Buffer.concat([header, bits])
})

app.listen(Number(process.env.PORT), process.env.HOST)
