import http from 'node:http'

const ROUNDS = 10
const NAMES = ['Adler', 'Baumann', 'Costa', 'Dreyer', 'Egli', 'Fischer', 'Gut', 'Huber', 'Imhof', 'Jost']

class Player {
  constructor (name, rating) {
    this.name = name
    this.rating = rating
    this.games = []
  }

  get points () {
    return this.games.reduce((sum, game) => sum + game.score, 0)
  }

  get buchholz () {
    return this.games.reduce((sum, game) => sum + game.opponent.points, 0)
  }

  get fineBuchholz () {
    return this.games.reduce((sum, game) => sum + game.opponent.buchholz, 0) // <- here
  }

  // Points first, then the two tie-breaks of the federation, then the rating.
  get strength () {
    return this.points * 1e10 + this.buchholz * 1e7 + this.fineBuchholz * 1e3 + this.rating / 100 // <- here
  }
}

function enterClub (size) {
  return Array.from({ length: size }, (_, i) => {
    const name = `${NAMES[i % NAMES.length]} ${String.fromCharCode(65 + (i % 26))}.`
    return new Player(name, 1400 + ((i * 137) % 800))
  })
}

function play (white, black) {
  const difference = white.rating + 35 - black.rating
  const score = Math.abs(difference) < 60 ? 0.5 : Number(difference > 0)
  white.games.push({ opponent: black, score })
  black.games.push({ opponent: white, score: 1 - score })
}

function playSeason (players) {
  const circle = [...players]
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let i = 0; i < circle.length / 2; i += 1) play(circle[i], circle[circle.length - 1 - i])
    circle.splice(1, 0, circle.pop())
  }
}

const club = enterClub(56)
playSeason(club)

function standings () {
  const table = [...club].sort((a, b) => b.strength - a.strength) // <- here
  return table.map((player, i) => ({ rank: i + 1, name: player.name, rating: player.rating, points: player.points }))
}

const server = http.createServer((req, res) => {
  if (req.method !== 'GET') {
    res.writeHead(405).end()
    return
  }
  res.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  res.end(JSON.stringify({ club: 'SK Altstadt', rounds: ROUNDS, standings: standings() }))
})

server.listen(Number(process.env.PORT), process.env.HOST)
