import Fastify from 'fastify';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

type Waiter = { id: number; resolve: (name: string) => void; reject: (error: unknown) => void };

class NameLoader {
  #origin: string;
  #list: Waiter[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(origin: string) {
    this.#origin = origin;
  }

  load(id: number): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#list.push({ id, resolve, reject });
      if (this.#list.length >= 1000) this.#send();
      else this.#timer ??= setTimeout(() => this.#send(), 80); // <- here
    });
  }

  async #send(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const list = this.#list;
    this.#list = [];
    try {
      const ids = [...new Set(list.map((one) => one.id))];
      const answer = await fetch(`${this.#origin}/names?ids=${ids.join(',')}`);
      const names = (await answer.json()) as Record<string, string>;
      for (const one of list) one.resolve(names[one.id] ?? 'unknown');
    } catch (error) {
      for (const one of list) one.reject(error);
    }
  }
}

const backend = fork(join(import.meta.dirname, '..', 'systems.js'));
const [{ port }] = (await once(backend, 'message')) as [{ port: number }];
const loader = new NameLoader(`http://127.0.0.1:${port}`);
const app = Fastify();
let visitor = 0;

app.get('/', async () => {
  const id = visitor++ % 500;
  return { id, name: await loader.load(id) }; // <- here
});

await app.listen({ port: Number(process.env.PORT), host: process.env.HOST });
