'use strict'

const { createHash } = require('node:crypto')
const Koa = require('koa')

const ANALYTES = ['NA', 'K', 'CL', 'CA', 'MG', 'GLU', 'UREA', 'CREA', 'ALT', 'AST', 'GGT', 'CRP', 'TSH', 'FERR']

class Analyser {
  constructor (name) {
    this.name = name
    this.run = 0
  }

  // The instrument's driver hands over a whole message: header, remark block of fixed width, results.
  message () {
    this.run = (this.run + 1) % 100_000
    const lines = [`H|${this.name}|${String(this.run).padStart(6, '0')}`]
    lines.push(`${'C|haemolysis index checked, no repeat'.padEnd(2000)}|`)
    ANALYTES.forEach((code, i) => {
      const value = (40 + ((this.run * 7 + i * 13) % 60)) / 10
      lines.push(`R|${code}|${value.toFixed(1)}|mmol/l   `)
    })
    return lines.join('\r\n')
  }
}

const stripEnd = (line) => line.replace(/\s+$/, '') // <- here

function parse (message) {
  const records = message.split('\r\n').map(stripEnd) // <- here
  const results = []
  let remark = ''
  for (const record of records) {
    const [type, ...fields] = record.split('|')
    if (type === 'R') results.push({ code: fields[0], value: Number(fields[1]), unit: fields[2] })
    else if (type === 'C') remark = fields[0].slice(0, 60).trim()
  }
  results.sort((a, b) => a.code.localeCompare(b.code))
  return { remark, results }
}

function duplicates (results) {
  const twice = []
  for (const a of results) {
    for (const b of results) {
      if (a !== b && a.code === b.code) twice.push(a.code)
    }
  }
  return twice
}

const analysers = ['cobas-1', 'cobas-2', 'atellica'].map((name) => new Analyser(name))
let turn = 0

const app = new Koa()

app.use(async (ctx, next) => {
  await next()
  ctx.etag = createHash('sha256').update(JSON.stringify(ctx.body)).digest('base64url')
})

app.use((ctx) => {
  const analyser = analysers[turn++ % analysers.length]
  const { remark, results } = parse(analyser.message())
  ctx.body = { analyser: analyser.name, remark, results, duplicates: duplicates(results) }
})

app.listen(Number(process.env.PORT), process.env.HOST)
