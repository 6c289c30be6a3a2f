import express, { type NextFunction, type Request, type Response } from 'express';

interface Item {
  id: number;
  text: string;
  done: boolean;
}

class Store {
  #items = new Map<number, Item>();
  #last = 0;

  add(text: string): Item {
    const item: Item = { id: ++this.#last, text, done: false };
    this.#items.set(item.id, item);
    return item;
  }

  async list(): Promise<Item[]> {
    return [...this.#items.values()].filter((item) => !item.done);
  }
}

const store = new Store();
for (const text of ['water the plants', 'send the invoice', 'call the plumber']) store.add(text);

const seen: number[] = new Array(32).fill(0);
let at = 0;

const app = express();
app.disable('x-powered-by');

app.use((req: Request, res: Response, next: NextFunction) => {
  const began = performance.now();
  res.once('finish', () => {
    seen[at++ & 31] = performance.now() - began;
  });
  next();
});

app.get('/', async (req: Request, res: Response) => {
  res.json({ items: await store.list() });
});

app.get('/metrics', (req: Request, res: Response) => {
  res.json({ slowest: Math.max(...seen) });
});

app.listen(Number(process.env.PORT), process.env.HOST!);
