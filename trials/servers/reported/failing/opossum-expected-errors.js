// Shop cart: the total of a cart, less the personal discount that the discount service grants to some customers.
const http = require('http');
const { fork } = require('child_process');
const express = require('express');
const CircuitBreaker = require('opossum');
if (process.argv[2] === 'discount-service') return discountService();

const agent = new http.Agent({ keepAlive: true, maxSockets: 50 });
let discountPort;
function getJson(port, path) {
  return new Promise((resolve, reject) => {
    http.get({ host: '127.0.0.1', port, path, agent }, (res) => {
      let text = '';
      res.on('data', (part) => (text += part)).on('end', () => {
        if (res.statusCode === 200) return resolve(JSON.parse(text));
        reject(Object.assign(new Error(`${path}: ${res.statusCode}`), { statusCode: res.statusCode })); // HERE
      });
    }).on('error', reject);
  });
}

const fetchDiscount = (customer) => getJson(discountPort, `/discounts/${customer}`);
const discountBreaker = new CircuitBreaker(fetchDiscount, { timeout: 2000, errorThresholdPercentage: 50, resetTimeout: 20000, volumeThreshold: 20 }); // HERE
discountBreaker.on('open', () => console.error('discount service: circuit opened'));

async function discountFor(customer) {
  try {
    return (await discountBreaker.fire(customer)).percent;
  } catch (err) {
    if (err.statusCode === 404) return 0; // most customers have no personal discount
    throw err;
  }
}

const items = [{ sku: 'lamp', price: 3900 }, { sku: 'chair', price: 12900 }, { sku: 'rug', price: 7900 }];
const totalOf = (lines) => lines.reduce((sum, line) => sum + line.price, 0);
const app = express();
app.get('/health', (req, res) => res.json({ ok: true }));
app.get('/cart', async (req, res, next) => {
  try {
    const customer = req.query.customer || Math.floor(Math.random() * 10000);
    const percent = await discountFor(customer);
    res.json({ customer, items, total: Math.round(totalOf(items) * (1 - percent / 100)) });
  } catch (err) {
    next(err);
  }
});
app.use((err, req, res, next) => res.status(503).json({ error: err.message }));

fork(__filename, ['discount-service']).once('message', (port) => {
  discountPort = port;
  app.listen(process.env.PORT || 3000, '127.0.0.1');
});

function discountService() {
  const service = http.createServer((req, res) => {
    const customer = Number(req.url.split('/').pop());
    res.writeHead(customer % 10 === 0 ? 200 : 404).end('{"percent":5}');
  }).listen(0, '127.0.0.1', () => process.send(service.address().port));
  process.on('disconnect', () => process.exit());
}
