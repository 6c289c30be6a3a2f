// A small shop: sessions and products live in Redis, and mails to customers go through a Redis list.
const express = require('express');
const Redis = require('ioredis');
const startFake = require('./fake-start');

let redis;
const sent = [];

async function loadSession(req, res, next) {
  try {
    req.session = await redis.hgetall('session:' + (req.query.sid || 's1'));
    next();
  } catch (err) {
    next(err);
  }
}

function priceTag(product, lang) {
  const price = new Intl.NumberFormat(lang, { style: 'currency', currency: 'EUR' });
  return `${product.name}: ${price.format(Number(product.price))}`;
}

function sendMail(mail) {
  sent.push(mail.to);
  if (sent.length > 100) sent.shift();
}

async function mailWorker() {
  for (;;) {
    const entry = await redis.brpop('mails', 1); // HERE
    if (entry) sendMail(JSON.parse(entry[1]));
  }
}

const app = express();
app.use(loadSession);

app.get('/products/:id', async (req, res, next) => {
  try {
    const product = await redis.hgetall('product:' + req.params.id);
    if (!product.id) return res.status(404).json({ error: 'no such product' });
    res.json({ ...product, tag: priceTag(product, req.session.lang || 'en') });
  } catch (err) {
    next(err);
  }
});

app.post('/orders', express.json(), async (req, res, next) => {
  try {
    await redis.lpush('mails', JSON.stringify({ to: req.session.user, order: req.body }));
    res.status(201).json({ ok: true });
  } catch (err) {
    next(err);
  }
});

startFake('redis').then((port) => {
  redis = new Redis({ host: '127.0.0.1', port });
  mailWorker().catch((err) => console.error('mail worker', err));
  app.listen(process.env.PORT || 3000, '127.0.0.1', () => console.log('listening'));
});
