const { fork } = require('child_process')
const http = require('http')

if (process.argv[2] === 'schedule-stub') {
  const answer = ({ operationName, variables }) => {
    if (operationName === 'Doctor') return { data: { doctor: { __typename: 'Doctor', id: variables.id, name: 'Dr. Okafor', room: '2.14' } } }
    return { data: { slots: ['08:20', '09:40', '11:00'].map((at, i) => ({ __typename: 'Slot', id: `${variables.doctor}-${i}`, at, minutes: 20 })) } }
  }
  const server = http.createServer((req, res) => {
    let body = ''
    req.on('data', (part) => { body += part })
    req.on('end', () => {
      const posted = JSON.parse(body)
      const reply = Array.isArray(posted) ? posted.map(answer) : answer(posted)
      setTimeout(() => {
        res.setHeader('content-type', 'application/json')
        res.end(JSON.stringify(reply))
      }, 60)
    })
  })
  server.keepAliveTimeout = 60000
  server.listen(0, '127.0.0.1', () => process.send(server.address().port))
  process.on('disconnect', () => process.exit())
} else {
  const express = require('express')
  const { ApolloClient, createBatchingNetworkInterface } = require('apollo-client')
  const gql = require('graphql-tag')

  const DOCTOR = gql`query Doctor($id: ID!) { doctor(id: $id) { id name room } }`
  const SLOTS = gql`query Slots($doctor: ID!) { slots(doctor: $doctor) { id at minutes } }`

  fork(__filename, ['schedule-stub']).once('message', (stubPort) => start(`http://127.0.0.1:${stubPort}/graphql`))

  function start (uri) {
    const app = express()
    const networkInterface = createBatchingNetworkInterface({ uri, batchInterval: 20 })

    function loader () {
      const client = new ApolloClient({ networkInterface, ssrMode: true })
      return (query, variables) => client.query({ query, variables }).then((result) => result.data)
    }

    app.get('/doctors/:id', (req, res, next) => {
      loader()(DOCTOR, { id: req.params.id }).then(({ doctor }) => res.json(doctor)).catch(next)
    })

    app.get('/doctors/:id/appointments', async (req, res, next) => {
      try {
        const id = req.params.id
        const load = loader()
        const [{ doctor }, { slots }] = await Promise.all([load(DOCTOR, { id }), load(SLOTS, { doctor: id })])
        res.json({ doctor: doctor.name, room: doctor.room, free: slots.map((s) => s.at) })
      } catch (err) {
        next(err)
      }
    })

    const port = process.env.PORT || 3000
    app.listen(port, '127.0.0.1', () => console.log('appointments on ' + port))
  }
}
