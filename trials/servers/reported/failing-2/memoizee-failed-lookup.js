'use strict';
// Shop prices in the visitor's currency: GET /price?sku=A1&currency=EUR
const http = require('http');
const { fork } = require('child_process');
const memoize = require('memoizee');

if (process.argv[2] === 'rates') return ratesService();

const catalogue = new Map([['A1', 19.9], ['B2', 4.5], ['C3', 129]]);
let ratesUrl;

async function fetchRates(currency) {
  const answer = await fetch(`${ratesUrl}/rates/${currency}`);
  if (!answer.ok) throw new Error(`rates service answered ${answer.status}`);
  return answer.json();
}

const discountFor = memoize((sku) => (sku.charCodeAt(0) % 3) / 20, { max: 500 });
const rates = memoize(fetchRates, { primitive: true, maxAge: 10 * 60 * 1000 }); // HERE

async function priceOf(sku, currency) {
  const base = catalogue.get(sku);
  if (base === undefined) return null;
  const { rate } = await rates(currency);
  return Math.round(base * (1 - discountFor(sku)) * rate * 100) / 100;
}

async function warmUp() {
  for (const currency of ['EUR', 'USD', 'GBP']) {
    try {
      await rates(currency);
    } catch (err) {
      console.error('warm-up of %s failed: %s', currency, err.message);
    }
  }
}

const server = http.createServer(async (req, res) => {
  const { searchParams } = new URL(req.url, 'http://localhost');
  try {
    const price = await priceOf(searchParams.get('sku') || 'A1', searchParams.get('currency') || 'EUR');
    res.writeHead(price === null ? 404 : 200, { 'content-type': 'application/json' });
    res.end(JSON.stringify({ price }));
  } catch (err) {
    res.writeHead(500, { 'content-type': 'application/json' });
    res.end(JSON.stringify({ error: err.message }));
  }
});

fork(__filename, ['rates'], { execArgv: [] }).once('message', async (port) => {
  ratesUrl = `http://127.0.0.1:${port}`;
  await warmUp();
  server.listen(process.env.PORT || 3000, '127.0.0.1');
});

// the rates service: it loads a table when it is first asked for it and says "not yet" meanwhile
function ratesService() {
  const tables = new Set();
  const service = http.createServer((req, res) => {
    const currency = req.url.split('/').pop();
    if (!tables.has(currency)) {
      tables.add(currency);
      res.statusCode = 503;
      return res.end();
    }
    res.end(JSON.stringify({ currency, rate: currency === 'EUR' ? 1 : 1.1 }));
  });
  service.listen(0, '127.0.0.1', () => process.send(service.address().port));
  process.on('disconnect', () => process.exit());
}
