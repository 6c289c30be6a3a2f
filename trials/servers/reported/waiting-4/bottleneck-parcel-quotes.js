'use strict';

const http = require('node:http');
const { fork } = require('node:child_process');

if (process.argv[2] === 'carrier') {
  process.on('disconnect', () => process.exit());
  const server = http.createServer((req, res) => {
    const url = new URL(req.url, 'http://carrier');
    const grams = Number(url.searchParams.get('grams') || 500);
    setTimeout(() => {
      res.setHeader('content-type', 'application/json');
      res.end(JSON.stringify({
        service: url.searchParams.get('service'),
        cents: 390 + Math.ceil(grams / 500) * 120,
        days: url.searchParams.get('service') === 'express' ? 1 : 3,
      }));
    }, 40);
  });
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
} else {
  const Koa = require('koa');
  const Router = require('@koa/router');
  const axios = require('axios');
  const Bottleneck = require('bottleneck');

  const CALLS_PER_WINDOW = 12;
  const WINDOW_MS = 100;

  const orders = new Map();
  for (let i = 1; i <= 400; i++) {
    orders.set(String(i), {
      id: String(i),
      postcode: String(10000 + ((i * 37) % 89999)),
      lines: [
        { sku: `TEA-${i % 40}`, quantity: 1 + (i % 3), grams: 250 },
        { sku: `CUP-${i % 25}`, quantity: 1, grams: 420 },
      ],
    });
  }

  const carrier = axios.create({
    httpAgent: new http.Agent({ keepAlive: true }),
    timeout: 5000,
  });

  const limiter = new Bottleneck({
    maxConcurrent: CALLS_PER_WINDOW,
    minTime: WINDOW_MS, // HERE
  });

  function weightOf(order) {
    return order.lines.reduce((sum, line) => sum + line.grams * line.quantity, 0);
  }

  async function fetchQuote(order, service) {
    const { data } = await carrier.get('/rates', {
      params: { service, grams: weightOf(order), postcode: order.postcode },
    });
    return data;
  }

  function quote(order, service) {
    return limiter.schedule(() => fetchQuote(order, service));
  }

  const router = new Router();

  router.get('/orders/:id', (ctx) => {
    const order = orders.get(ctx.params.id);
    if (!order) ctx.throw(404);
    ctx.body = order;
  });

  router.get('/orders/:id/shipping', async (ctx) => {
    const order = orders.get(ctx.params.id);
    if (!order) ctx.throw(404);
    const service = ctx.query.service || 'standard';
    const rate = await quote(order, service);
    ctx.body = { order: order.id, grams: weightOf(order), price: rate.cents / 100, days: rate.days };
  });

  const app = new Koa();
  app.use(router.routes());

  const child = fork(__filename, ['carrier']);
  child.once('message', (port) => {
    carrier.defaults.baseURL = `http://127.0.0.1:${port}`;
    app.listen(process.env.PORT || 3000, '127.0.0.1');
  });
}
