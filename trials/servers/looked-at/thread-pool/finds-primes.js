'use strict'

const { generatePrime } = require('crypto')
const Koa = require('koa')

function prime (bits) {
  return new Promise(function (resolve, reject) {
    generatePrime(bits, { bigint: true }, (err, number) => (err ? reject(err) : resolve(number))) // <- here
  })
}

async function lottery () {
  const number = await prime(320) // <- here
  return { number: number.toString(36), wins: number % 8n === 3n }
}

const app = new Koa()

app.use(async function (ctx, next) {
  ctx.set('cache-control', 'no-store')
  await next()
})

app.use(async function (ctx) {
  ctx.body = await lottery()
})

app.listen(process.env.PORT, process.env.HOST)
