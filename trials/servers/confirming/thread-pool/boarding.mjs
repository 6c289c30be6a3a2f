import { createServer } from 'node:http'

const { subtle } = globalThis.crypto
const SCHEME = 'RSASSA-PKCS1-v1_5'

const pair = await subtle.generateKey(
  { name: SCHEME, modulusLength: 3072, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' },
  false,
  ['sign', 'verify']
)

const encoder = new TextEncoder()
const families = [
  ['Ines', 'Oskar', 'Lotte'],
  ['Bram', 'Yara', 'Noor'],
  ['Milan', 'Tess', 'Finn'],
]

class Gate {
  #served = 0

  constructor (lift, capacity) {
    this.lift = lift
    this.capacity = capacity
  }

  next () {
    const cabin = Math.floor(this.#served / this.capacity)
    const family = families[this.#served % families.length]
    this.#served += 1
    return { cabin: cabin % 48, family }
  }
}

async function pass (lift, cabin, name) {
  const claims = JSON.stringify({ lift, cabin, name, day: new Date().toISOString().slice(0, 10) })
  const seal = await subtle.sign(SCHEME, pair.privateKey, encoder.encode(claims)) // <- here
  return `${Buffer.from(claims).toString('base64url')}.${Buffer.from(seal).toString('base64url')}`
}

function page (passes) {
  const items = passes.map((text) => `<li><code>${text}</code></li>`).join('')
  return `<!doctype html><title>Summit lift</title><ol>${items}</ol>`
}

const gate = new Gate('summit', 8)

async function respond (res) {
  const { cabin, family } = gate.next()
  const passes = await Promise.all(family.map((name) => pass(gate.lift, cabin, name))) // <- here
  res.setHeader('content-type', 'text/html; charset=utf-8')
  res.end(page(passes))
}

createServer((req, res) => {
  respond(res).catch(() => res.writeHead(500).end())
}).listen(Number(process.env.PORT), process.env.HOST)
