import { setTimeout as reply } from 'node:timers/promises';
import Koa from 'koa';

type Group = '0' | 'A' | 'B' | 'AB';

interface Reading {
  fridge: string;
  celsius: number;
  doorOpen: boolean;
}

class Turnstile {
  private last: Promise<unknown> = Promise.resolve();

  enter<T>(task: () => Promise<T>): Promise<T> {
    const mine = this.last.then(() => task()); // <- here
    this.last = mine.catch(() => undefined);
    return mine;
  }
}

class Fridge {
  readonly name: string;
  readonly stock: Map<Group, number>;
  private polls = 0;

  constructor(name: string, stock: [Group, number][]) {
    this.name = name;
    this.stock = new Map(stock);
  }

  async poll(): Promise<Reading> {
    await reply(6); // <- here
    this.polls++;
    return { fridge: this.name, celsius: 4 + (this.polls % 5) / 10, doorOpen: false };
  }
}

const fridges: Fridge[] = [
  new Fridge('north-1', [['0', 41], ['A', 33]]),
  new Fridge('north-2', [['B', 18], ['AB', 6]]),
  new Fridge('south-1', [['0', 12], ['A', 20]]),
  new Fridge('south-2', [['0', 9], ['AB', 3]]),
];

const turnstile = new Turnstile();
let next = 0;

function totals(list: Fridge[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const fridge of list) {
    for (const [group, bags] of fridge.stock) sum[group] = (sum[group] ?? 0) + bags;
  }
  return sum;
}

const app = new Koa();

app.use(async (ctx: any) => {
  const fridge = fridges[next++ % fridges.length]!;
  const reading = await turnstile.enter(() => fridge.poll()); // <- here
  ctx.body = { reading, alarm: reading.celsius > 6, totals: totals(fridges) };
});

app.listen(Number(process.env.PORT), process.env.HOST);
