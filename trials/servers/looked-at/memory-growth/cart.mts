import Fastify, { type FastifyRequest } from 'fastify';

interface Snapshot {
  readonly total: number;
  readonly lines: readonly { sku: string; count: number; price: number }[];
  describe(): string;
}

const skus = ['A-100', 'B-200', 'C-300', 'D-400', 'E-500', 'F-600'];
let current: Snapshot | undefined;

function calculate(no: number): Snapshot {
  const previous = current;
  const lines = skus.map((sku, index) => ({ sku, count: ((no + index) % 4) + 1, price: 9.9 + index }));
  const total = lines.reduce((sum, line) => sum + line.count * line.price, 0);
  const changed = () => previous === undefined || previous.total !== total; // <- here
  const snapshot: Snapshot = {
    total,
    lines,
    describe: () => `${lines.length} lines, ${total.toFixed(2)} EUR`,
  };
  if (changed()) current = snapshot; // <- here
  return snapshot;
}

const app = Fastify();
let no = 0;

app.addHook('onRequest', async (request: FastifyRequest, reply) => {
  reply.header('x-request', request.id);
});

app.get('/', async () => {
  const snapshot = calculate(no++);
  return { total: snapshot.total, text: snapshot.describe() };
});

app.get('/lines', async () => current?.lines ?? []);

await app.listen({ port: Number(process.env.PORT), host: process.env.HOST });
