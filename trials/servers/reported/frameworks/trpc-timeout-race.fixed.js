'use strict'

const { initTRPC, TRPCError } = require('@trpc/server')
const { createHTTPServer } = require('@trpc/server/adapters/standalone')

const t = initTRPC.context().create()
const TIMEOUT = 10_000
const TAGS = ['music', 'sport', 'film', 'food', 'travel', 'science']

const authors = Array.from({ length: 200 }, (_, i) => ({ id: i, name: `author${i}`, weight: 1 + (i % 10) / 10 }))

function withTimeout (promise, ms, what) {
  let timer
  const timeout = new Promise((resolve, reject) => {
    timer = setTimeout(() => reject(new TRPCError({ code: 'TIMEOUT', message: `${what} took too long` })), ms)
  })
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer))
}

// stands for the read replica: a row object for each candidate post
async function loadCandidates (interest) {
  await new Promise(resolve => setImmediate(resolve))
  const rows = []
  for (let i = 0; i < 100; i++) {
    rows.push({ id: i, author: authors[i % 200], tags: [TAGS[i % 6], TAGS[(i * 5) % 6]], likes: (i * 37) % 500, ageHours: (i * 11) % 72, interest })
  }
  return rows
}

function score (row) {
  const match = row.tags.includes(row.interest) ? 2 : 1
  return match * row.author.weight * (row.likes + 1) / (row.ageHours + 2)
}

function top (rows, count) {
  const best = []
  for (const row of rows) {
    const s = score(row)
    if (best.length === count && s <= best[count - 1].s) continue
    best.push({ s, row })
    best.sort((a, b) => b.s - a.s)
    best.length = Math.min(best.length, count)
  }
  return best.map(({ s, row }) => ({ id: row.id, author: row.author.name, score: Math.round(s) }))
}

const logged = t.procedure.use(async ({ ctx, path, next }) => {
  ctx.calls.set(path, (ctx.calls.get(path) || 0) + 1)
  return next()
})

const calls = new Map()
const router = t.router({
  feed: logged.query(async ({ ctx }) => {
    const rows = await withTimeout(loadCandidates(ctx.interest), TIMEOUT, 'feed')
    return top(rows, 10)
  }),
  calls: t.procedure.query(({ ctx }) => Object.fromEntries(ctx.calls))
})

const { server } = createHTTPServer({
  router,
  createContext: ({ req }) => ({ calls, interest: req.headers['x-interest'] || 'music' })
})
server.listen(Number(process.env.PORT || 3000), '127.0.0.1')
