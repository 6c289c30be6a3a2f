'use strict'

const restify = require('restify')
const errors = require('restify-errors')

const CHIP = /^[A-Z]{2}-\d{6}$/g // <- here

const species = ['dog', 'cat', 'rabbit', 'parrot']
const patients = Array.from({ length: 40 }, (_, i) => ({
  name: `${species[i % species.length]} ${i + 1}`,
  chip: `CH-${100_000 + i * 37}`,
  weight: 1 + ((i * 13) % 30),
  due: i % 12,
}))

let turn = 0

function nextPatient () {
  turn = (turn + 1) % patients.length
  return patients[turn]
}

function checkRecord (patient) {
  if (patient.weight <= 0) return 'weight'
  if (!CHIP.test(patient.chip)) return 'chip' // <- here
  return null
}

function dose (patient) {
  return Math.round(patient.weight * 2.5 * 10) / 10
}

const server = restify.createServer({ name: 'vet-practice' })

server.use(restify.plugins.queryParser())

server.use((req, res, next) => {
  res.header('cache-control', 'no-store')
  next()
})

server.get('/', (req, res, next) => {
  const patient = nextPatient()
  const broken = checkRecord(patient)
  if (broken) {
    next(new errors.InternalServerError(`the record of ${patient.name} has a bad ${broken}`))
    return
  }
  res.send({ patient: patient.name, chip: patient.chip, dose: dose(patient), month: patient.due + 1 })
  next()
})

server.get('/patients', (req, res, next) => {
  res.send(patients.map(({ name, chip }) => ({ name, chip })))
  next()
})

server.listen(Number(process.env.PORT), process.env.HOST)
