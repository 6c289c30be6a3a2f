'use strict';
const express = require('express');
const WorkerNodes = require('worker-nodes');

const PAGE_SIZE = 20;
const discounts = { retail: 0, trade: 0.12, partner: 0.2 };

function loadProducts() {
  const words = ['oak', 'brass', 'linen', 'slate', 'amber', 'lamp', 'chair', 'shelf', 'rug', 'clock', 'mirror', 'desk'];
  return Array.from({ length: 800 }, (_, i) => ({
    sku: `P-${10000 + i}`,
    title: `${words[(i * 5) % 12]} ${words[(i * 7 + 3) % 12]} ${i % 40}`,
    base: ((i * 7919) % 50000) / 100,
    tags: [words[i % 12], words[(i + 5) % 12]],
    sold: (i * 104729) % 900,
  }));
}

const catalogue = loadProducts();

// Runs in the worker processes: pricing must not hold up the server.
function priceList(group, page) {
  const discount = discounts[group] || 0;
  return catalogue.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((product) => {
    const net = product.base * (1 - discount) * (product.sold > 600 ? 1.05 : 1);
    return { ...product, price: { net, gross: net * 1.19, currency: 'EUR' } };
  });
}

function startServer() {
  const app = express();
  const workers = new WorkerNodes(__filename, { autoStart: true, maxWorkers: 2 });

  app.get('/status', (req, res) => res.json({ products: catalogue.length, uptime: process.uptime() }));

  app.get('/product/:sku', (req, res) => {
    const product = catalogue.find((item) => item.sku === req.params.sku);
    res.status(product ? 200 : 404).json(product || { error: 'unknown' });
  });

  app.get('/prices', async (req, res, next) => {
    try {
      const page = Math.max(1, Number(req.query.page) || 1);
      const items = await workers.call.priceList(req.query.group || 'retail', page);
      res.json({ page, total: catalogue.length, items });
    } catch (err) {
      next(err);
    }
  });

  app.listen(process.env.PORT || 3000, '127.0.0.1');
}

module.exports = { priceList };
if (require.main === module) startServer();
