const crypto = require('crypto');
const Fastify = require('fastify');
const underPressure = require('@fastify/under-pressure');

const secret = crypto.randomBytes(32);

function loadIndex() {
  const buckets = new Map();
  for (const bucket of ['avatars', 'invoices', 'exports', 'media']) {
    const objects = [];
    for (let i = 0; i < 14000; i++) {
      objects.push({ name: `${bucket}/2024/${i}.bin`, size: 2048 + i * 7, owner: `user-${i % 500}`, etag: (i * 2654435761).toString(16) });
    }
    buckets.set(bucket, objects);
  }
  return buckets;
}

function signUrl(name, expiresIn) {
  const expires = Math.floor(Date.now() / 1000) + expiresIn;
  const token = crypto.createHmac('sha256', secret).update(`${name}:${expires}`).digest('hex');
  return `/object/sign/${name}?expires=${expires}&token=${token}`;
}

function page(objects, offset, limit) {
  return objects.slice(offset, offset + limit).map((object) => ({ ...object, url: signUrl(object.name, 3600) }));
}

async function build(buckets) {
  const app = Fastify({ logger: { level: 'error' }, disableRequestLogging: true });

  await app.register(underPressure, {
    maxEventLoopDelay: 1000,
    maxHeapUsedBytes: 500_000_000,
    maxRssBytes: 1_000_000_000,
    message: 'Under pressure!',
    retryAfter: 50,
    exposeStatusRoute: { url: '/alive' },
  });

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });

  app.get('/buckets/:bucket/objects', async (request, reply) => {
    const objects = buckets.get(request.params.bucket);
    if (!objects) return reply.code(404).send({ error: 'no such bucket' });
    return page(objects, Number(request.query.offset) || 0, Math.min(Number(request.query.limit) || 20, 100));
  });

  app.get('/buckets', async () => [...buckets].map(([name, objects]) => ({ name, count: objects.length })));

  return app;
}

build(loadIndex()).then((app) => app.listen({ port: Number(process.env.PORT) || 3000, host: '127.0.0.1' }));
