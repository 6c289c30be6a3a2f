import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';

interface Series { labels: Record<string, string>; count: number; sum: number; buckets: number[] }

const bounds = Array.from({ length: 24 }, (_, i) => 0.05 * 1.7 ** i);

class Histogram {
  private series = new Map<string, Series>();

  observe(labels: Record<string, string>, value: number) { // <- here
    const key = Object.values(labels).join('|');
    let entry = this.series.get(key);
    if (!entry) {
      entry = { labels, count: 0, sum: 0, buckets: bounds.map(() => 0) }; // <- here
      this.series.set(key, entry); // <- here
    }
    entry.count++;
    entry.sum += value;
    const slot = bounds.findIndex((b) => value <= b);
    if (slot >= 0) entry.buckets[slot]!++;
  }

  get size() {
    return this.series.size;
  }
}

const durations = new Histogram();

function instrument(app: FastifyInstance) {
  app.addHook('onResponse', async (request, reply) => {
    const labels = { // <- here
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: String(reply.statusCode),
      request: request.id, // <- here
    };
    durations.observe(labels, reply.elapsedTime); // <- here
  });
}

const app = Fastify();
instrument(app);

app.get('/', async () => {
  const first = new Date();
  first.setMinutes(0, 0, 0);
  const slots = [1, 2, 3, 4].map((h) => new Date(first.getTime() + h * 3_600_000).toISOString());
  return { city: 'Ghent', slots, vans: 6 };
});

app.get('/metrics/size', async () => ({ series: durations.size }));

await app.listen({ port: Number(process.env.PORT), host: process.env.HOST });
