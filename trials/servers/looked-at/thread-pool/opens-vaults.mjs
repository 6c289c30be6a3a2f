import { webcrypto } from 'node:crypto'
import Fastify from 'fastify'

const { subtle } = webcrypto
const encoder = new TextEncoder()

class Vault {
  constructor (name) {
    this.salt = encoder.encode(`salt of ${name}`)
  }

  async open (password) {
    const secret = await subtle.importKey('raw', encoder.encode(password), 'PBKDF2', false, ['deriveBits'])
    const how = { name: 'PBKDF2', hash: 'SHA-256', salt: this.salt, iterations: 20_000 }
    const bits = await subtle.deriveBits(how, secret, 256) // <- here
    return Buffer.from(bits).toString('hex')
  }
}

const vault = new Vault('main')

const app = Fastify()
app.get('/health', async () => 'ok')
app.get('/', async function (req) {
  const key = await vault.open(req.query.password ?? 'open sesame')
  return { key: key.slice(0, 8) }
})
await app.listen({ port: Number(process.env.PORT), host: process.env.HOST })
