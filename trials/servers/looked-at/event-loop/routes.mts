import Fastify from 'fastify';

type Stop = { id: number; x: number; y: number };

const stops: Stop[] = Array.from({ length: 160 }, (_, id) => ({
  id,
  x: (id * 7919) % 1000,
  y: (id * 104729) % 1000,
}));

class Planner {
  #order: number[];
  #stops: Stop[];

  constructor(all: Stop[]) {
    this.#stops = all;
    this.#order = all.map((stop) => stop.id);
  }

  #gap(a: number, b: number): number {
    const p = this.#stops[a]!;
    const q = this.#stops[b]!;
    return Math.hypot(p.x - q.x, p.y - q.y); // <- here
  }

  improve(order: number[]): number {
    let gain = 0;
    for (let i = 1; i < order.length - 2; i++) {
      for (let j = i + 1; j < order.length - 1; j++) {
        const before = this.#gap(order[i - 1]!, order[i]!) + this.#gap(order[j]!, order[j + 1]!); // <- here
        const after = this.#gap(order[i - 1]!, order[j]!) + this.#gap(order[i]!, order[j + 1]!); // <- here
        if (after < before - 1e-6) {
          order.splice(i, j - i + 1, ...order.slice(i, j + 1).reverse());
          gain += before - after;
        }
      }
    }
    return gain;
  }

  tour(depot: number) {
    const order = [...this.#order.slice(depot), ...this.#order.slice(0, depot)];
    const saved = this.improve(order);
    return { depot, saved: Math.round(saved), first: order.slice(0, 12) };
  }
}

const planner = new Planner(stops);
const app = Fastify();
let turn = 0;

app.get('/', async () => planner.tour(turn++ % stops.length));

await app.listen({ port: Number(process.env.PORT), host: process.env.HOST });
