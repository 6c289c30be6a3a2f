const http = require('http')

const LEVELS = [
  { name: 'bronze', from: 0 },
  { name: 'silver', from: 500 },
  { name: 'gold', from: 2000 },
]

const members = new Map()
for (let i = 1; i <= 1000; i++) {
  members.set(String(i), { id: i, name: 'Member ' + i, points: (i * 137) % 3000 })
}

function findMember (id, callback) {
  const member = members.get(id)
  if (!member) return callback(new Error('no member ' + id))
  callback(null, member)
}

function levelOf (points) {
  for (let i = LEVELS.length - 1; i >= 0; i--) {
    if (points >= LEVELS[i].from) return LEVELS[i].name
  }
  return LEVELS[0].name
}

function sendJson (res, status, body) {
  const text = JSON.stringify(body)
  res.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) })
  res.end(text)
}

let turn = 0

const server = http.createServer(function (req, res) {
  if (req.method !== 'GET') {
    return sendJson(res, 405, { error: 'method not allowed' })
  }
  const id = String((turn++ % members.size) + 1)
  findMember(id, function (err, member) {
    if (err) return sendJson(res, 404, { error: err.message })
    member.points = (member.points + 5) % 3000
    sendJson(res, 200, { id: member.id, name: member.name, points: member.points, level: levelOf(member.points) })
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
