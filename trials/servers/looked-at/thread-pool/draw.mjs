import { createServer } from 'node:http'
import { open } from 'node:fs/promises'

// Draws lottery numbers from the system's generator; the protocol asks for a fresh block each time.
const BLOCK = 1024 * 1024
const spare = []

class Urn {
  #source

  constructor (source) {
    this.#source = source
  }

  async fill (block) {
    const { bytesRead } = await this.#source.read(block, 0, block.length, null) // <- here
    if (bytesRead < block.length) throw new Error('short read')
    return block
  }

  async draw (count, highest) {
    const block = await this.fill(spare.pop() ?? Buffer.allocUnsafe(BLOCK))
    const numbers = new Set()
    for (let at = 0; numbers.size < count; at += 4) {
      numbers.add((block.readUInt32LE(at) % highest) + 1)
    }
    if (spare.length < 16) spare.push(block)
    return [...numbers].sort((a, b) => a - b)
  }
}

const urn = new Urn(await open('/dev/urandom', 'r'))

const server = createServer((req, res) => {
  urn
    .draw(6, 45)
    .then((numbers) => {
      res.writeHead(200, { 'content-type': 'application/json' })
      res.end(JSON.stringify({ numbers }))
    })
    .catch((error) => {
      res.writeHead(500).end(error.message)
    })
})

server.listen(Number(process.env.PORT), process.env.HOST)
