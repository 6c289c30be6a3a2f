// Start page of a book shop: the personal recommendations come from another team's service, with best sellers instead
// of them when that service has a problem.
const http = require('http');
const { fork } = require('child_process');
const express = require('express');
const got = require('got');

if (process.argv[2] === 'recommendation-service') return recommendationService();

const bestSellers = ['The Long Way', 'Salt and Paper', 'A Field Guide to Rain', 'Nine Doors'];
const teasers = [{ title: 'Summer reading', link: '/summer' }, { title: 'Vouchers', link: '/vouchers' }];
const cache = new Map();
let client;

async function recommendationsFor(customer) {
  const known = cache.get(customer);
  if (known && known.until > Date.now()) return known.titles;
  let titles = bestSellers;
  try {
    ({ titles } = await client.get(`customers/${customer}/titles`).json()); // HERE
  } catch (err) {
    console.error('no recommendations:', err.message);
  }
  cache.set(customer, { titles, until: Date.now() + 30_000 });
  return titles;
}

async function openingHours(date) {
  const sunday = date.getDay() === 0;
  return sunday ? 'closed today' : 'open from 9 to 18';
}

const app = express();
app.disable('x-powered-by');

app.get('/hours', async (req, res) => {
  res.send(await openingHours(new Date()));
});

app.get('/start', async (req, res) => {
  const customer = req.query.customer || 'guest';
  const [titles, hours] = await Promise.all([recommendationsFor(customer), openingHours(new Date())]);
  res.json({ titles, hours, teasers });
});

const child = fork(__filename, ['recommendation-service']);
child.once('message', (port) => {
  client = got.extend({ prefixUrl: `http://127.0.0.1:${port}`, headers: { 'user-agent': 'book-shop' } }); // HERE
  app.listen(process.env.PORT || 3000, '127.0.0.1');
});

function recommendationService() { // the service that is down for maintenance
  const service = http.createServer((req, res) => {
    res.writeHead(503, { 'retry-after': '3600', 'content-type': 'text/plain' });
    res.end('down for maintenance');
  });
  service.listen(0, '127.0.0.1', () => process.send(service.address().port));
  process.on('disconnect', () => process.exit());
}
