import Fastify from 'fastify';

type Zone = { from: number; to: number; depot: string; days: number };

const depots = ['Amsterdam', 'Den Haag', 'Utrecht', 'Eindhoven', 'Arnhem', 'Groningen'];
const LOWEST = 1000;
const WIDTH = 90;

class ZoneTable {
  #zones: Zone[] = [];
  #updated = new Date();

  refresh(): void {
    const zones: Zone[] = [];
    for (let from = LOWEST, i = 0; from <= 9999; from += WIDTH, i++) {
      zones.push({ from, to: from + WIDTH - 1, depot: depots[i % depots.length], days: 1 + (i % 3) });
    }
    this.#zones = zones;
    this.#updated = new Date();
  }

  find(zip: number): Zone | undefined {
    let low = 0;
    let high = this.#zones.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const zone = this.#zones[middle];
      if (zip < zone.from) high = middle - 1;
      else if (zip > zone.to) low = middle + 1;
      else return zone;
    }
    return undefined;
  }

  get updated(): string {
    return this.#updated.toISOString();
  }
}

const table = new ZoneTable();
table.refresh();
setInterval(() => table.refresh(), 10_000).unref();

let example = 0;
const app = Fastify();

app.addHook('onSend', async (request, reply) => {
  reply.header('cache-control', 'max-age=300');
});

app.get('/', async (request, reply) => {
  const { zip } = request.query as { zip?: string };
  const code = zip === undefined ? LOWEST + (example++ % 9000) : Number.parseInt(zip, 10);
  const zone = table.find(code);
  if (!zone) return reply.code(404).send({ error: 'we do not deliver there' });
  return { zip: code, depot: zone.depot, days: zone.days, tableFrom: table.updated };
});

await app.listen({ port: Number(process.env.PORT), host: process.env.HOST });

process.on('SIGTERM', () => process.exit(0));
