'use strict'
// Recurring team meetings: which of them start within the coming week?
const express = require('express')
const { rrulestr } = require('rrule')

const DAY = 24 * 3600 * 1000
const zones = ['America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Europe/London']
const days = ['MO', 'TU', 'WE', 'TH', 'FR']

function stamp(date) {
  return date.toISOString().replace(/[-:]|\.\d+/g, '').slice(0, 15)
}

function seedSeries(count) {
  const series = []
  for (let i = 0; i < count; i++) {
    const start = new Date(Date.now() - (21 + i * 7) * DAY)
    start.setUTCHours(9 + (i % 8), 0, 0, 0)
    series.push({
      id: i + 1,
      title: 'Standup ' + (i + 1),
      rule: `DTSTART;TZID=${zones[i % zones.length]}:${stamp(start)}\nRRULE:FREQ=WEEKLY;BYDAY=${days[i % 5]},${days[(i + 2) % 5]}`
    })
  }
  return series
}

const series = seedSeries(6).map(s => ({ ...s, rrule: rrulestr(s.rule) })) // HERE

function describe({ id, title, rrule }) {
  return { id, title, text: rrule.toText() }
}

function upcoming(from, until) {
  const meetings = []
  for (const { id, title, rrule } of series) {
    const starts = rrule.between(from, until, true) // HERE
    for (const start of starts) meetings.push({ id, title, start })
  }
  return meetings.sort((a, b) => a.start - b.start)
}

const app = express()
app.disable('x-powered-by')

app.get('/series', (req, res) => res.json(series.map(describe)))

app.get('/upcoming', (req, res) => {
  const from = new Date()
  const until = new Date(from.getTime() + 7 * DAY)
  res.json({ from, until, meetings: upcoming(from, until) })
})

app.listen(process.env.PORT || 3000, '127.0.0.1')
