const fs = require('fs');
const os = require('os');
const path = require('path');
const express = require('express');
const AsyncLock = require('async-lock');

const port = process.env.PORT || 3000;
const file = path.join(os.tmpdir(), `garden-shop-${process.pid}.dat`);
const recordSize = 16;
const lock = new AsyncLock({ maxPending: Infinity });

const articles = Array.from({ length: 45 }, (_, i) => `plant-${i + 1}`);
const baskets = new Map([
  ['terrace', articles.slice(0, 6)],
  ['allotment', articles.slice(5, 45)],
  ['window', articles.slice(0, 2)],
]);

let handle;

function priceOf(article) {
  return lock.acquire('prices', async () => {
    const { buffer } = await handle.read(Buffer.alloc(recordSize), 0, recordSize, articles.indexOf(article) * recordSize);
    return { article, cents: Number(buffer.toString('latin1')) };
  });
}

function setPrice(article, cents) {
  return lock.acquire('prices', () => handle.write(String(cents).padStart(recordSize), articles.indexOf(article) * recordSize, 'latin1'));
}

async function quote(name) {
  const prices = await Promise.all(baskets.get(name).map(priceOf));
  const cents = prices.reduce((sum, price) => sum + price.cents, 0);
  return { basket: name, positions: prices, total: (cents / 100).toFixed(2) };
}

const app = express();

app.get('/baskets/:name/quote', async (req, res, next) => {
  try {
    if (!baskets.has(req.params.name)) return res.status(404).json({ error: 'unknown basket' });
    res.json(await quote(req.params.name));
  } catch (err) {
    next(err);
  }
});

app.get('/articles/:article', async (req, res, next) => {
  try {
    if (!articles.includes(req.params.article)) return res.status(404).json({ error: 'unknown article' });
    res.json(await priceOf(req.params.article));
  } catch (err) {
    next(err);
  }
});

app.use((err, req, res, next) => {
  res.status(500).json({ error: 'The quote could not be made' });
});

process.on('exit', () => fs.rmSync(file, { force: true }));
process.on('SIGTERM', () => process.exit());
process.on('SIGINT', () => process.exit());

async function start() {
  handle = await fs.promises.open(file, 'w+');
  for (const [i, article] of articles.entries()) await setPrice(article, 250 + i * 40);
  app.listen(port, '127.0.0.1');
}

start();
