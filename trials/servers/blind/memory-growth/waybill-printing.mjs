import http from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { createHash } from 'node:crypto'

const CLOSING = Symbol('closing')

const draining = new Promise((resolve) => {
  for (const signal of ['SIGTERM', 'SIGINT']) {
    process.once(signal, () => {
      resolve(CLOSING)
      setTimeout(() => process.exit(0), 50)
    })
  }
})

const goods = ['pallet, wrapped', 'crate, nailed', 'drum, UN 1A1', 'roll container', 'mesh box', 'big bag, sealed']

function lineOf (number, i) {
  const name = goods[(number + i) % goods.length]
  return `${String(i + 1).padStart(3)} ${name.padEnd(24)} ` +
    `${String(120 + (number * 7 + i * 13) % 800).padStart(6)} kg   ` +
    `SSCC 00340${String(number * 31 + i).padStart(13, '0')}`
}

async function buildWaybill (number) {
  await turn()
  const lines = []
  for (let i = 0; i < 40; i++) lines.push(lineOf(number, i))
  const text = lines.join('\n')
  return { number, text, stamp: createHash('sha1').update(text).digest('hex') }
}

// a request that is under way when the container stops gets a clean answer
function untilDrained (job) {
  return Promise.race([job, draining]) // <- here
}

let last = 100_000

async function handle (req, res) {
  if (req.url !== '/') {
    res.writeHead(404).end()
    return
  }
  const waybill = await untilDrained(buildWaybill(++last)) // <- here
  if (waybill === CLOSING) {
    res.writeHead(503, { connection: 'close' }).end()
    return
  }
  res.setHeader('x-stamp', waybill.stamp)
  res.setHeader('content-type', 'text/plain')
  res.end(`Waybill ${waybill.number}\n\n${waybill.text.slice(0, 400)}\n`)
}

http.createServer((req, res) => {
  handle(req, res).catch(() => res.destroy())
}).listen(Number(process.env.PORT), process.env.HOST)
