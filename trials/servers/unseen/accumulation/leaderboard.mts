import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

type Score = { player: string; points: number; round: number };

class Leaderboard {
  scores: Score[] = [];
  round = 0;

  play(player: string, points: number): Score { // <- here
    const score = { player, points, round: ++this.round };
    this.scores.push(score); // <- here
    return score;
  }

  standings(top: number): Score[] { // <- here
    this.scores.sort((a, b) => b.points - a.points || a.round - b.round); // <- here
    return this.scores.slice(0, top);
  }

  rankOf(score: Score): number { // <- here
    return this.scores.indexOf(score) + 1; // <- here
  }
}

const players = ['ada', 'grace', 'linus', 'margaret', 'edsger', 'barbara', 'donald', 'radia'];
const board = new Leaderboard();
let seed = 42;

function rollPoints(): number {
  seed = (seed * 16807) % 2147483647;
  return seed % 1000;
}

async function playRound(): Promise<object> {
  const player = players[board.round % players.length];
  const mine = board.play(player, rollPoints()); // <- here
  const top = board.standings(10); // <- here
  return { mine, rank: board.rankOf(mine), top }; // <- here
}

const server = createServer(async (req: IncomingMessage, res: ServerResponse) => {
  try {
    const result = await playRound();
    res.writeHead(200, { 'content-type': 'application/json' });
    res.end(JSON.stringify(result));
  } catch (error) {
    res.writeHead(500);
    res.end(String(error));
  }
});

server.listen(Number(process.env.PORT), process.env.HOST);
