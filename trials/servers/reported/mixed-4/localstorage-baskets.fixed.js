const fs = require('fs');
const os = require('os');
const path = require('path');
const express = require('express');
const { LocalStorage } = require('node-localstorage');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baskets-'));
const storage = new LocalStorage(folder, 50 * 1024 * 1024);

const articles = {
  tea: { name: 'Darjeeling, first flush', price: 12.5 },
  pot: { name: 'Cast iron pot', price: 64 },
  cup: { name: 'Porcelain cup', price: 9.9 },
};

const baskets = new Map();
const changed = new Set();

function loadBasket(customer) {
  if (baskets.has(customer)) {
    return baskets.get(customer);
  }
  const text = storage.getItem(`basket-${customer}`);
  return text ? JSON.parse(text) : { customer, lines: {} };
}

async function saveBasket(basket) {
  baskets.set(basket.customer, basket);
  changed.add(basket);
}

setInterval(() => {
  for (const basket of changed) {
    storage.setItem(`basket-${basket.customer}`, JSON.stringify(basket));
  }
  changed.clear();
}, 1000);

function totalOf(basket) {
  return Object.entries(basket.lines).reduce((sum, [id, count]) => sum + articles[id].price * count, 0);
}

const app = express();
app.disable('etag');

app.get('/articles', (req, res) => {
  res.json(articles);
});

app.get('/baskets/:customer/add', async (req, res, next) => {
  try {
    const article = String(req.query.article);
    if (!articles[article]) {
      return res.status(404).json({ error: 'unknown article' });
    }
    const basket = loadBasket(req.params.customer);
    basket.lines[article] = ((basket.lines[article] || 0) % 99) + 1;
    basket.changed = new Date().toISOString();
    await saveBasket(basket);
    res.json({ ...basket, total: totalOf(basket) });
  } catch (err) {
    next(err);
  }
});

app.get('/baskets/:customer', (req, res) => {
  const basket = loadBasket(req.params.customer);
  res.json({ ...basket, total: totalOf(basket) });
});

app.listen(process.env.PORT || 3000, '127.0.0.1');
