import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

type Leg = { to: number; km: number };

const DEPOTS = 1200;
const network: Leg[][] = [];

for (let i = 0; i < DEPOTS; i++) {
  network.push([
    { to: (i + 1) % DEPOTS, km: 40 + ((i * 37) % 60) },
    { to: (i + 17) % DEPOTS, km: 150 + ((i * 91) % 400) },
    { to: (i * 7 + 3) % DEPOTS, km: 300 + ((i * 53) % 900) },
  ]);
}

class RoutePlanner {
  km = new Float64Array(DEPOTS);
  done = new Uint8Array(DEPOTS);

  shortest(from: number, to: number): number { // <- here
    this.km.fill(Infinity);
    this.done.fill(0);
    this.km[from] = 0;
    for (;;) {
      const depot = this.nearestOpen(); // <- here
      if (depot === -1 || depot === to) return this.km[to];
      this.done[depot] = 1;
      for (const leg of network[depot]) {
        this.km[leg.to] = Math.min(this.km[leg.to], this.km[depot] + leg.km);
      }
    }
  }

  nearestOpen(): number { // <- here
    let best = -1;
    for (let i = 0; i < DEPOTS; i++) { // <- here
      if (!this.done[i] && this.km[i] < (best < 0 ? Infinity : this.km[best])) best = i; // <- here
    }
    return best;
  }
}

const planner = new RoutePlanner();

function quote(from: number, to: number) {
  const km = planner.shortest(from, to); // <- here
  return { from, to, km, price: Math.round(38 + km * 1.27), currency: 'EUR' };
}

const server = createServer((req: IncomingMessage, res: ServerResponse) => {
  const { searchParams } = new URL(req.url ?? '/', 'http://freight');
  const from = Number(searchParams.get('from') ?? 12) % DEPOTS;
  const to = Number(searchParams.get('to') ?? 1187) % DEPOTS;
  res.setHeader('content-type', 'application/json');
  res.end(JSON.stringify(quote(from, to)));
});

server.listen(Number(process.env.PORT), process.env.HOST);
process.on('SIGTERM', () => process.exit(0));
