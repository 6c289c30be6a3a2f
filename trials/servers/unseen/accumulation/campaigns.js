'use strict'
const express = require('express')

const app = express()
const campaignRouter = express.Router()

const campaigns = [
  { code: 'SPRING', banner: 'Spring sale', share: 0.5 },
  { code: 'LOYAL', banner: 'Thank you for your loyalty', share: 0.3 },
  { code: 'NEW', banner: 'Welcome, first order ships free', share: 0.2 },
]
let visits = 0

function pickCampaign () {
  const point = (visits++ % 10) / 10
  let sum = 0
  return campaigns.find((campaign) => (sum += campaign.share) > point) || campaigns[0]
}

function activate (campaign) { // <- here
  campaignRouter.use((req, res, next) => { // <- here
    if (req.headers['x-campaign'] === campaign.code) res.locals.banner = campaign.banner
    next() // <- here
  })
}

app.use((req, res, next) => {
  const campaign = pickCampaign()
  activate(campaign) // <- here
  res.locals.banner = campaign.banner
  next()
})

app.use(campaignRouter) // <- here

app.get('/', (req, res) => {
  res.json({ banner: res.locals.banner, basket: [], currency: 'EUR' })
})

app.use((err, req, res, next) => {
  res.status(500).json({ error: err.message })
})

app.listen(Number(process.env.PORT), process.env.HOST)
