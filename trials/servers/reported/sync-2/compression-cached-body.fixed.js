'use strict';
const express = require('express');
const compression = require('compression');

const app = express();
const TTL = 60 * 1000;
const pages = new Map();

const adjectives = ['oak', 'brass', 'linen', 'slate', 'amber', 'walnut', 'cobalt'];
const nouns = ['lamp', 'chair', 'shelf', 'rug', 'clock', 'mirror', 'desk', 'stool'];
const products = Array.from({ length: 600 }, (_, i) => ({
  id: i + 1,
  name: `${adjectives[(i * 31) % 7]} ${nouns[(i * 17) % 8]} ${i % 90}`,
  price: ((i * 7919) % 50000) / 100,
  stock: (i * 104729) % 340,
  ean: String(4006381000000 + ((i * 15485863) % 999999)),
  description: `Our ${nouns[(i * 13) % 8]} no. ${(i * 48271) % 65537}, shipped in ${1 + (i % 9)} days`,
}));

// Listings change rarely: keep a finished answer for a minute.
function pageCache(req, res, next) {
  if (req.method !== 'GET') return next();
  const key = `${req.originalUrl} ${req.headers['accept-encoding'] || ''}`;
  const hit = pages.get(key);
  if (hit && hit.expires > Date.now()) {
    for (const [name, value] of hit.headers) res.setHeader(name, value);
    res.setHeader('X-Cache', 'HIT');
    return res.end(hit.body);
  }
  const chunks = [];
  const { write, end } = res;
  res.write = function (chunk, ...rest) {
    if (chunk) chunks.push(Buffer.from(chunk));
    return write.call(this, chunk, ...rest);
  };
  res.end = function (chunk, ...rest) {
    if (chunk) chunks.push(Buffer.from(chunk));
    const headers = ['content-type', 'content-encoding', 'vary'].filter((name) => res.hasHeader(name)).map((name) => [name, res.getHeader(name)]);
    if (res.statusCode === 200) pages.set(key, { body: Buffer.concat(chunks), headers, expires: Date.now() + TTL });
    return end.call(this, chunk, ...rest);
  };
  next();
}

app.set('etag', false);
app.use(pageCache);
app.use(compression());

app.get('/health', (req, res) => res.json({ up: process.uptime() }));
app.get('/products/:id(\\d+)', (req, res) => res.json(products[req.params.id - 1] || null));
app.get('/products', (req, res) => {
  const list = products.filter((product) => product.stock > 0).sort((a, b) => a.price - b.price);
  res.json({ total: list.length, items: list });
});

app.listen(process.env.PORT || 3000, '127.0.0.1');
