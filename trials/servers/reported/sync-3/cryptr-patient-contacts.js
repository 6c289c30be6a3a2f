const crypto = require('crypto')
const express = require('express')
const Cryptr = require('cryptr')

const port = process.env.PORT || 3000
const app = express()

const secret = process.env.RECORD_KEY || crypto.randomBytes(32).toString('hex')
const vault = new Cryptr(secret) // HERE

const patients = new Map()
let nextCallback = 0

function admit (id, name, ward, phone) {
  patients.set(id, { id, name, ward, phone: phone && vault.encrypt(phone), visits: [] })
}

admit('p-1001', 'Maren Holt', 'cardiology', '+49 30 5550101')
admit('p-1002', 'Joris Beck', 'surgery', null)
admit('p-1003', 'Alma Lund', 'cardiology', '+49 30 5550103')
admit('p-1004', 'Theo Brandt', 'paediatrics', null)
admit('p-1005', 'Ida Falk', 'surgery', null)

function summary ({ id, name, ward, visits }) {
  return { id, name, ward, visits: visits.length }
}

function contactCard (patient) {
  if (!patient.phone) return { ...summary(patient), phone: null }
  const phone = vault.decrypt(patient.phone) // HERE
  const initials = patient.name.split(' ').map((part) => part[0]).join('')
  return { ...summary(patient), initials, phone, masked: phone.replace(/\d(?=\d{3})/g, '*') }
}

app.get('/patients', (req, res) => {
  const list = [...patients.values()].map(summary)
  res.json(req.query.ward ? list.filter((p) => p.ward === req.query.ward) : list)
})

app.get('/callbacks/next', (req, res) => {
  const queue = [...patients.values()]
  res.json(contactCard(queue[nextCallback++ % queue.length]))
})

app.listen(port, '127.0.0.1')
