'use strict'

const http = require('node:http')

const DAY_MS = 86_400_000

const hotels = [
  { name: 'Seeblick', locale: 'de-DE', timeZone: 'Europe/Berlin' },
  { name: 'Harbour View', locale: 'en-GB', timeZone: 'Europe/London' },
  { name: 'Sakura', locale: 'ja-JP', timeZone: 'Asia/Tokyo' }
]
const formatters = new Map()
let bookings = 0

function formatterFor (booking) {
  const key = `${booking.number} ${booking.hotel.locale}`
  let format = formatters.get(key)
  if (!format) {
    const { locale, timeZone } = booking.hotel
    format = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone }) // HERE
    formatters.set(key, format) // HERE
  }
  return format
}

function nextBooking () {
  const number = ++bookings
  return { number, hotel: hotels[number % hotels.length], arrival: Date.now() + (number % 300) * DAY_MS }
}

const server = http.createServer(function (req, res) {
  const booking = nextBooking()
  const arrival = formatterFor(booking).format(booking.arrival)
  res.setHeader('Content-Type', 'application/json; charset=utf-8')
  res.end(JSON.stringify({ number: booking.number, hotel: booking.hotel.name, arrival }))
})

server.listen(process.env.PORT || 0, '127.0.0.1', function () {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
