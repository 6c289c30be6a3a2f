'use strict'
// Recurring team meetings: which of them start within the coming week?
const express = require('express')
const { RRule, rrulestr } = require('rrule')

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

// the rule is expanded in the wall-clock time of its zone; only the few results are converted
function parseRule(text) {
  const { tzid, ...options } = rrulestr(text).origOptions
  return { tzid, rrule: new RRule(options, true) }
}

const series = seedSeries(6).map(s => ({ ...s, ...parseRule(s.rule) }))

const formats = new Map(zones.map(timeZone => [timeZone, new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })]))

function toInstant(wall, tzid) {
  const offset = new Date(formats.get(tzid).format(wall).replace(' ', 'T') + 'Z') - wall
  return new Date(wall.getTime() - offset)
}

function describe({ id, title, rrule }) {
  return { id, title, text: rrule.toText() }
}

function upcoming(from, until) {
  const meetings = []
  for (const { id, title, rrule, tzid } of series) {
    const starts = rrule
      .between(new Date(from - DAY), new Date(until.getTime() + DAY), true)
      .map(wall => toInstant(wall, tzid))
      .filter(start => start >= from && start <= until)
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
