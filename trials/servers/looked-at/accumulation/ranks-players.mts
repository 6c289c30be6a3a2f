import { createServer } from 'node:http'

interface Score { player: string, points: number }

class Leaderboard {
  #scores: Score[] = []

  report (game: Score[]): void {
    this.#scores.push(...game) // <- here
    this.#scores.sort((a, b) => b.points - a.points) // <- here
  }

  top (count: number): Score[] {
    return this.#scores.slice(0, count)
  }
}

const board = new Leaderboard()
let games = 0

createServer(function (req, res) {
  games++
  board.report(['ann', 'bob', 'cem'].map((player, i) => ({ player, points: (games * 7919 + i * 101) % 10_007 })))
  res.setHeader('content-type', 'application/json')
  res.end(JSON.stringify({ games, top: board.top(3) }))
}).listen(Number(process.env.PORT), process.env.HOST)
