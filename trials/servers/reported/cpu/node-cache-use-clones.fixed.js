'use strict';
const express = require('express');
const NodeCache = require('node-cache');

const cache = new NodeCache({ stdTTL: 600, checkperiod: 120, useClones: false });
const PAGE_SIZE = 20;

// stands for the product service; the whole catalogue comes in one answer
async function fetchCatalogue() {
  const products = [];
  for (let id = 1; id <= 1500; id++) {
    products.push({
      id,
      sku: `SKU-${String(id).padStart(6, '0')}`,
      name: `Product ${id}`,
      price: { amount: 500 + ((id * 37) % 9000), currency: 'EUR' },
      stock: { warehouse: id % 7, count: (id * 13) % 50 },
      tags: ['all', id % 2 ? 'garden' : 'kitchen', id % 5 ? 'regular' : 'sale'],
    });
  }
  return products;
}

async function getCatalogue() {
  const cached = cache.get('catalogue');
  if (cached) return cached;
  const products = await fetchCatalogue();
  cache.set('catalogue', products);
  return products;
}

function toListItem(product) {
  return {
    id: product.id,
    name: product.name,
    price: `${(product.price.amount / 100).toFixed(2)} ${product.price.currency}`,
    available: product.stock.count > 0,
  };
}

function requestId(req, res, next) {
  res.set('X-Request-Id', Math.random().toString(36).slice(2));
  next();
}

const app = express();
app.disable('x-powered-by');
app.use(requestId);

app.get('/health', (req, res) => res.json({ ok: true, keys: cache.keys().length }));

app.get('/products', async (req, res, next) => {
  try {
    const page = Math.max(1, parseInt(req.query.page, 10) || 1);
    const products = await getCatalogue();
    const items = products.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map(toListItem);
    res.json({ page, total: products.length, items });
  } catch (err) {
    next(err);
  }
});

app.listen(process.env.PORT || 3000, '127.0.0.1');
