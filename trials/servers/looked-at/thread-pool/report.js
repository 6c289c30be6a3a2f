const Koa = require('koa')
const zlib = require('node:zlib')

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const lines = []
for (let year = 2015; year < 2025; year++) {
  for (const [index, month] of months.entries()) {
    for (const branch of ['Linz', 'Graz', 'Wels', 'Steyr']) {
      lines.push([year, month, branch, ((year * 31 + index * 17 + branch.length * 7) % 997) * 13].join(';'))
    }
  }
}
const table = lines.join('\n')

function pack (text, callback) {
  const params = {
    [zlib.constants.BROTLI_PARAM_QUALITY]: 9,
    [zlib.constants.BROTLI_PARAM_MODE]: zlib.constants.BROTLI_MODE_TEXT,
  }
  zlib.brotliCompress(text, { params }, callback) // <- here
}

const app = new Koa()
let serial = 0

app.use(async (ctx, next) => {
  ctx.set('vary', 'accept-encoding')
  await next()
})

app.use((ctx) => {
  serial += 1
  const text = `report ${serial}\n${table}\n`
  return new Promise((resolve, reject) => {
    pack(text, (error, packed) => {
      if (error) return reject(error)
      ctx.type = 'text/csv'
      ctx.set('content-encoding', 'br')
      ctx.body = packed
      resolve()
    })
  })
})

app.listen(Number(process.env.PORT), process.env.HOST)
