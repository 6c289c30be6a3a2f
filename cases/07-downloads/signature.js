'use strict'

const { createHmac, pbkdf2 } = require('crypto')
const { promisify } = require('util')

const { SECRET = 'open sesame' } = process.env
const ROUNDS = 60_000

const derive = promisify(pbkdf2)

// Nobody makes a link without our secret. To try out secrets takes so long that nobody does.
async function sign (name) {
  const key = await derive(SECRET, 'downloads', ROUNDS, 32, 'sha256')
  return createHmac('sha256', key).update(name).digest('hex')
}

module.exports = { sign }
