'use strict'
const http = require('http')
const Holidays = require('date-holidays')

const port = process.env.PORT || 3000
const DAY = 24 * 60 * 60 * 1000
const warehouses = {
  hamburg: { country: 'DE', state: 'HH', saturdays: true },
  munich: { country: 'DE', state: 'BY', saturdays: false },
  vienna: { country: 'AT', state: '9', saturdays: true }
}

for (const warehouse of Object.values(warehouses)) {
  warehouse.holidays = new Holidays(warehouse.country, warehouse.state, { types: ['public'] })
  warehouse.closed = new Map()
}

const isoDate = (date) => {
  const pad = (n) => String(n).padStart(2, '0')
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}

const closedDays = (warehouse, year) => {
  if (!warehouse.closed.has(year)) {
    const days = warehouse.holidays.getHolidays(year).map(({ date }) => date.slice(0, 10))
    warehouse.closed.set(year, new Set(days))
  }
  return warehouse.closed.get(year)
}

const isOpen = (warehouse, date) => {
  const weekday = date.getDay()
  if (weekday === 0) return false
  if (weekday === 6 && !warehouse.saturdays) return false
  return !closedDays(warehouse, date.getFullYear()).has(isoDate(date))
}

const deliveryDays = (warehouse, from, count) => {
  const days = []
  const day = new Date(from.getFullYear(), from.getMonth(), from.getDate(), 12)
  while (days.length < count) {
    if (isOpen(warehouse, day)) days.push(isoDate(day))
    day.setTime(day.getTime() + DAY)
  }
  return days
}

const send = (res, status, body) => {
  res.writeHead(status, { 'content-type': 'application/json' })
  res.end(JSON.stringify(body))
}

http.createServer((req, res) => {
  const url = new URL(req.url, 'http://localhost')
  const warehouse = warehouses[url.searchParams.get('warehouse') || 'hamburg']
  if (!warehouse) return send(res, 404, { error: 'unknown warehouse' })
  if (url.pathname === '/warehouses') {
    return send(res, 200, Object.keys(warehouses))
  }
  if (url.pathname === '/delivery-days') {
    const from = new Date(url.searchParams.get('from') || '2023-10-02T12:00:00')
    return send(res, 200, { days: deliveryDays(warehouse, from, 10) })
  }
  send(res, 404, { error: 'not found' })
}).listen(port, '127.0.0.1')
