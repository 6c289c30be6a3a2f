import Koa from 'koa'

const upload = Array.from({ length: 2500 }, (_, i) => `${i};Name ${i};${i % 2 ? 'yes' : 'no'}`).join('\n')

const imports = new Map()

function parse (text) {
  return text.split('\n').map((line) => line.split(';')) // <- here
}

function remember (key, value, limit) {
  imports.set(key, value)
  if (imports.size > limit) imports.delete(imports.keys().next().value)
}

const app = new Koa()

app.use(async function (ctx, next) {
  if (ctx.path === '/imports') ctx.body = [...imports.keys()]
  else await next()
})

let number = 0
app.use(async function (ctx) {
  const rows = parse(upload)
  remember(`import-${++number}`, rows, 150)
  ctx.body = { number, rows: rows.length }
})

app.listen(process.env.PORT, process.env.HOST)
