import Fastify from 'fastify';
import { fsyncSync, mkdtempSync, openSync, writeSync, closeSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Entry = { no: number; at: string; route: string };

class Journal {
  #fd: number;
  #no = 0;
  #folder: string;

  constructor(prefix: string) {
    this.#folder = mkdtempSync(join(tmpdir(), prefix));
    this.#fd = openSync(join(this.#folder, 'journal.ndjson'), 'a');
  }

  append(route: string): Entry {
    const entry: Entry = { no: ++this.#no, at: new Date().toISOString(), route };
    writeSync(this.#fd, JSON.stringify(entry) + '\n');
    fsyncSync(this.#fd); // <- here
    return entry;
  }

  close(): void {
    closeSync(this.#fd);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const journal = new Journal('counter-');
const app = Fastify();

app.addHook('onClose', async () => journal.close());

app.get('/', async (request) => {
  const { no, at } = journal.append(request.url);
  return { accepted: no, at };
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void app.close().then(() => process.exit(0)));
}

await app.listen({ port: Number(process.env.PORT), host: process.env.HOST });
