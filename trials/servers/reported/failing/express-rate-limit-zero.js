// Small catalogue API. The rate limit can be set by the environment and is off unless somebody sets it.
const express = require('express');
const { rateLimit } = require('express-rate-limit');

const settings = {
  port: Number(process.env.PORT || 3000),
  pageSize: Number(process.env.PAGE_SIZE || 20),
  requestsPerMinute: Number(process.env.REQUESTS_PER_MINUTE || 0), // HERE
};

const products = Array.from({ length: 500 }, (_, i) => ({
  id: i + 1,
  name: `Product ${i + 1}`,
  category: ['garden', 'kitchen', 'office', 'toys'][i % 4],
  price: 500 + ((i * 37) % 9000),
}));
const byCategory = new Map();
for (const product of products) {
  if (!byCategory.has(product.category)) byCategory.set(product.category, []);
  byCategory.get(product.category).push(product);
}

function page(list, number) {
  const from = (number - 1) * settings.pageSize;
  return { page: number, pages: Math.ceil(list.length / settings.pageSize), items: list.slice(from, from + settings.pageSize) };
}

function requestId(req, res, next) {
  req.id = Math.random().toString(36).slice(2, 10);
  res.set('x-request-id', req.id);
  next();
}

const app = express();
app.disable('x-powered-by');
app.use(requestId);
app.use('/api', rateLimit({ windowMs: 60_000, limit: settings.requestsPerMinute, standardHeaders: true, legacyHeaders: false })); // HERE

app.get('/api/products', (req, res) => {
  const list = req.query.category ? byCategory.get(req.query.category) || [] : products;
  res.json(page(list, Number(req.query.page || 1)));
});

app.get('/api/products/:id', (req, res) => {
  const product = products[Number(req.params.id) - 1];
  if (!product) return res.status(404).json({ error: 'unknown product' });
  res.json(product);
});

app.listen(settings.port, '127.0.0.1');
