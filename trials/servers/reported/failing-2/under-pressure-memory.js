'use strict';
// Postcode lookup for the checkout: GET /postcode/12045
const fastify = require('fastify');
const underPressure = require('@fastify/under-pressure');

const CITIES = ['Berlin', 'Hamburg', 'Leipzig', 'Mainz', 'Jena', 'Kiel'];

function loadPostcodes() {
  const table = new Map();
  for (let n = 1000; n < 100000; n++) {
    const code = String(n).padStart(5, '0');
    const streets = Array.from({ length: 6 }, (_, i) => `${CITIES[(n + i) % CITIES.length]}er Strasse ${n % 97}-${i}`);
    table.set(code, { code, city: CITIES[n % CITIES.length], streets, lat: 47 + (n % 800) / 100, lon: 6 + (n % 900) / 100 });
  }
  return table;
}

const postcodes = loadPostcodes();
const app = fastify({ logger: false });
app.register(underPressure, { maxHeapUsedBytes: 500_000_000, maxRssBytes: 100_000_000, retryAfter: 50 }); // HERE

app.addHook('onSend', async (request, reply) => {
  reply.header('cache-control', 'public, max-age=3600');
});

function present(entry, wanted) {
  const streets = wanted ? entry.streets.filter((s) => s.startsWith(wanted)) : entry.streets;
  return { code: entry.code, city: entry.city, streets, at: [entry.lat, entry.lon] };
}

app.after(() => {
  app.get('/postcode/:code', async (request, reply) => {
    const entry = postcodes.get(request.params.code);
    if (!entry) return reply.code(404).send({ error: 'unknown postcode' });
    return present(entry, request.query.street);
  });

  app.get('/count', async () => ({ postcodes: postcodes.size }));
});

app.listen({ port: Number(process.env.PORT || 3000), host: '127.0.0.1' }).catch((err) => {
  console.error(err);
  process.exit(1);
});
