'use strict'

const express = require('express')
const minimatch = require('minimatch')

const TOPICS = ['sport/football', 'sport/tennis', 'economy/markets', 'economy/energy', 'culture/film', 'politics/eu']
const PLACES = ['berlin', 'geneva', 'oslo', 'lisbon', 'vienna']

const desks = {
  evening: {
    title: 'Evening edition',
    topics: [
      'sport/{ski,golf}/**/*-final',
      'economy/{labour,trade}/*/report-*',
      'culture/film/{oslo,vienna}/*',
      'politics/{eu,un}/**/vote-*',
      'sport/**/story-*[02468]',
      'economy/markets/{geneva,lisbon}/story-*',
    ],
  },
}

const wire = Array.from({ length: 45 }, (_, i) => ({
  slug: `${TOPICS[i % TOPICS.length]}/${PLACES[i % PLACES.length]}/story-${100 + i}`,
  headline: `Dispatch ${100 + i} from ${PLACES[i % PLACES.length]}`,
  words: 180 + ((i * 53) % 600),
  filed: Date.UTC(2024, 4, 2, 6, i),
}))

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Zurich' })
for (const story of wire) story.time = clock.format(story.filed)

function wanted (desk, story) {
  return desk.topics.some((topic) => minimatch(story.slug, topic)) // <- here
}

function digest (desk) {
  return wire
    .filter((story) => wanted(desk, story)) // <- here
    .sort((a, b) => b.filed - a.filed || a.slug.localeCompare(b.slug))
    .map(({ slug, headline, words, time }) => ({ slug, headline, words, time }))
}

const app = express()
app.disable('x-powered-by')

app.use((req, res, next) => {
  res.setHeader('x-agency', 'KNA')
  next()
})

app.get('/', (req, res) => {
  const desk = desks.evening
  const stories = digest(desk)
  const words = stories.reduce((sum, story) => sum + story.words, 0)
  res.json({ desk: desk.title, minutes: Math.ceil(words / 220), stories })
})

app.use((err, req, res, next) => {
  if (res.headersSent) return next(err)
  res.status(500).json({ error: 'wire is down' })
})

app.listen(Number(process.env.PORT), process.env.HOST)
