const express = require('express')
const schedule = require('node-schedule')

const port = process.env.PORT || 3000
const app = express()

const wards = ['cardiology', 'surgery', 'paediatrics', 'neurology', 'oncology', 'geriatrics']
const beds = Array.from({ length: 5500 }, (_, n) => ({
  id: n + 1,
  ward: wards[n % wards.length],
  occupied: n % 7 !== 0,
  checks: 0,
  due: false
}))
const occupancy = Object.fromEntries(wards.map((ward) => [ward, 0]))

for (const bed of beds) if (bed.occupied) occupancy[bed.ward]++

function check (bed) {
  bed.checks++
  bed.due = bed.occupied && bed.checks % 6 === 0
}

function scheduleChecks () {
  schedule.scheduleJob('*/5 * * * * *', () => beds.forEach(check))
}

app.get('/wards', (req, res) => res.json(occupancy))

app.get('/wards/:ward/due', (req, res) => {
  const due = beds.filter((bed) => bed.ward === req.params.ward && bed.due)
  res.json({ ward: req.params.ward, due: due.map((bed) => bed.id) })
})

app.get('/beds/:id', (req, res) => {
  const bed = beds[Number(req.params.id) - 1]
  if (!bed) return res.status(404).json({ error: 'no such bed' })
  res.json(bed)
})

app.listen(port, '127.0.0.1', scheduleChecks)
