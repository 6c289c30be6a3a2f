const http = require('http');
const { fork } = require('child_process');
const express = require('express');
const Sentry = require('@sentry/node');

if (process.argv[2] === 'ingest') {
  const ingest = http.createServer((req, res) => {
    req.resume();
    setTimeout(() => res.end('{"id":"fc6d8c0c43fc4630ad850ee518f1b9d0"}'), 350);
  }).listen(0, '127.0.0.1', () => process.send(ingest.address().port));
  process.on('disconnect', () => process.exit());
} else {
  fork(__filename, ['ingest'], { execArgv: [] }).once('message', start);
}

const shelf = Array.from({ length: 400 }, (_, i) => ({ sku: `SKU-${i}`, stock: (i * 7) % 40, price: 3 + (i % 90) }));

function reserve(item) {
  if (item.stock < 1) {
    Sentry.captureMessage(`out of stock: ${item.sku}`, Sentry.Severity.Warning);
    return { sku: item.sku, reserved: false };
  }
  return { sku: item.sku, reserved: true, total: item.price * 1.19 };
}

// every handler runs within this, so that no report is lost
function monitored(handler) {
  return async (req, res) => {
    let status = 200;
    let body;
    try {
      body = await handler(req);
    } catch (err) {
      Sentry.captureException(err);
      status = 500;
      body = { error: 'internal' };
    }
    res.status(status).json(body);
  };
}

function start(port) {
  Sentry.init({ dsn: `http://7f3c@127.0.0.1:${port}/1`, release: 'shop@3.4.1', environment: 'production' });
  const app = express();
  let turn = 0;
  app.use((req, res, next) => { res.set('x-shop', 'eu-1'); next(); });
  app.get('/reserve', monitored(async () => reserve(shelf[turn++ % shelf.length])));
  app.get('/shelf', monitored(async () => shelf.slice(0, 20)));
  app.listen(process.env.PORT || 3000, '127.0.0.1');
}
