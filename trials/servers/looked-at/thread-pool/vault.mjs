import express from 'express'
import { webcrypto, randomBytes } from 'node:crypto'

const { subtle } = webcrypto
const encoder = new TextEncoder()
const master = await subtle.importKey('raw', encoder.encode('correct horse battery'), 'PBKDF2', false, ['deriveBits'])

class Vault {
  #secrets = new Map([
    ['mail', { owner: 'ops', rotated: '2024-11-02' }],
    ['backup', { owner: 'infra', rotated: '2025-01-19' }],
  ])

  async open (name, salt) {
    const settings = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: 25_000 }
    const bits = await subtle.deriveBits(settings, master, 256) // <- here
    return { ...this.#secrets.get(name), handle: Buffer.from(bits).toString('hex').slice(0, 16) }
  }
}

const vault = new Vault()
const app = express()
app.disable('etag')

app.get('/', async (req, res) => {
  const name = req.query.name === 'backup' ? 'backup' : 'mail'
  const salt = randomBytes(16)
  res.json(await vault.open(name, salt))
})

app.use((error, req, res, next) => {
  res.status(500).json({ error: error.message })
})

app.listen(Number(process.env.PORT), process.env.HOST)
