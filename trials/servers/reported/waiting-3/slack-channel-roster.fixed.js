const { fork } = require('child_process')
const http = require('http')

if (process.argv[2] === 'slack-stub') {
  const server = http.createServer((req, res) => {
    let body = ''
    req.on('data', (part) => { body += part })
    req.on('end', () => {
      const form = new URLSearchParams(body)
      let reply = { ok: true }
      if (req.url.endsWith('conversations.members')) reply.members = ['U10', 'U11']
      else if (req.url.endsWith('users.info')) {
        const id = form.get('user')
        reply.user = { id, name: 'nurse-' + id.slice(1), profile: { status_text: id === 'U11' ? 'on call' : '' } }
      } else reply = { ok: false, error: 'unknown_method' }
      setTimeout(() => {
        res.setHeader('content-type', 'application/json')
        res.end(JSON.stringify(reply))
      }, 40)
    })
  })
  server.keepAliveTimeout = 60000
  server.listen(0, '127.0.0.1', () => process.send(server.address().port))
  process.on('disconnect', () => process.exit())
} else {
  const express = require('express')
  const { WebClient } = require('@slack/web-api')

  fork(__filename, ['slack-stub']).once('message', (stubPort) => start(stubPort))

  function start (stubPort) {
    const app = express()
    const slackApiUrl = `http://127.0.0.1:${stubPort}/api/`
    const agent = new http.Agent({ keepAlive: true })
    const slack = new WebClient('xoxb-clinic-bot', { slackApiUrl, agent, maxRequestConcurrency: 100 })

    async function member (id) {
      const { user } = await slack.users.info({ user: id })
      return { id: user.id, name: user.name, onCall: user.profile.status_text === 'on call' }
    }

    async function roster (channel) {
      const { members } = await slack.conversations.members({ channel, limit: 100 })
      return Promise.all(members.map(member))
    }

    app.get('/healthz', (req, res) => res.send('ok'))

    app.get('/wards/:channel/roster', (req, res, next) => {
      roster(req.params.channel)
        .then((people) => res.json({ ward: req.params.channel, people }))
        .catch(next)
    })

    app.get('/wards/:channel/on-call', (req, res, next) => {
      roster(req.params.channel)
        .then((people) => res.json(people.filter((p) => p.onCall)))
        .catch(next)
    })

    const port = process.env.PORT || 3000
    app.listen(port, '127.0.0.1', () => console.log('ward roster on ' + port))
  }
}
