'use strict'

const crypto = require('crypto')
const Koa = require('koa')
const { promisify } = require('util')

const generateKeyPair = promisify(crypto.generateKeyPair)

async function invite () {
  const { publicKey } = await generateKeyPair('rsa', { modulusLength: 1024 }) // <- here
  return publicKey.export({ type: 'spki', format: 'pem' })
}

const app = new Koa()
app.use(async function (ctx) {
  ctx.body = await invite()
})
app.listen(process.env.PORT, process.env.HOST)
