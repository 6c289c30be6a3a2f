'use strict'

const { inspect } = require('node:util')
const fastify = require('fastify')()

const SHEET = { width: 3210, height: 2250 }
const KINDS = [
  { code: 'float-4', perSquareMetre: 2900, spacer: null },
  { code: 'laminated-66', perSquareMetre: 8400, spacer: null },
  { code: 'double-24', perSquareMetre: 11_600, spacer: { material: 'alu', mm: 16 } },
]

const levels = { debug: 10, info: 20, warn: 30 }
const threshold = levels[process.env.LOG_LEVEL] ?? levels.warn

const log = {
  debug: (text) => write('debug', text),
  warn: (text) => write('warn', text),
}

function write (level, text) {
  if (levels[level] < threshold) return
  process.stderr.write(`${new Date().toISOString()} ${level} ${text}\n`)
}

function measurePanes (count) {
  return Array.from({ length: count }, (_, i) => ({
    position: `W${i + 1}`,
    kind: KINDS[i % KINDS.length],
    width: 400 + ((i * 173) % 900),
    height: 500 + ((i * 97) % 1200),
    edges: { top: 'cut', right: 'ground', bottom: i % 2 ? 'polished' : 'cut', left: 'ground' },
    holes: [{ x: 40, y: 40, diameter: 8 }],
    floor: i % 4,
  }))
}

// First fit, tallest first: every sheet is cut into shelves.
function cuttingPlan (panes) {
  const sheets = []
  for (const pane of [...panes].sort((a, b) => b.height - a.height)) {
    let sheet = sheets.find((open) => open.x + pane.width <= SHEET.width)
    if (!sheet) sheets.push((sheet = { x: 0, used: 0 }))
    sheet.x += pane.width
    sheet.used += pane.width * pane.height
  }
  return sheets
}

function price (panes) {
  return panes.reduce((sum, { kind, width, height }) => sum + (width * height * kind.perSquareMetre) / 1e6, 0)
}

const order = { number: 'G-2207', customer: 'Schoolhouse North', panes: measurePanes(80) }

fastify.get('/', async () => {
  const sheets = cuttingPlan(order.panes)
  const net = Math.round(price(order.panes))
  log.debug(`quoted ${inspect({ ...order, sheets, net }, { depth: 6 })}`) // <- here
  const waste = 1 - sheets.reduce((sum, sheet) => sum + sheet.used, 0) / (sheets.length * SHEET.width * SHEET.height)
  if (waste > 0.9) log.warn(`order ${order.number} wastes most of its glass`)
  return { order: order.number, panes: order.panes.length, sheets: sheets.length, waste: waste.toFixed(2), net }
})

fastify.listen({ port: Number(process.env.PORT), host: process.env.HOST })
