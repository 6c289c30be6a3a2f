'use strict';
const crypto = require('crypto');
const os = require('os');
const path = require('path');
const express = require('express');
const winston = require('winston');

const file = new winston.transports.File({
  filename: path.join(os.tmpdir(), `orders-${process.pid}.log`),
  maxsize: 5 * 1024 * 1024,
  maxFiles: 1,
});

const format = winston.format.combine(winston.format.timestamp(), winston.format.json());
const logger = winston.createLogger({ level: 'info', format, transports: [file] });

const orders = new Map(Array.from({ length: 100 }, (_, i) => [
  i, { id: i, customer: `c-${i % 12}`, lines: [{ sku: `s-${i}`, quantity: 1 + (i % 4), cents: 250 + i }] },
]));

function loggerFor(req) {
  return logger.child({ requestId: req.id });
}

function total(order) {
  return order.lines.reduce((sum, line) => sum + line.quantity * line.cents, 0);
}

const app = express();

app.use((req, res, next) => {
  req.id = req.get('x-request-id') || crypto.randomUUID();
  req.log = loggerFor(req);
  next();
});

app.get('/orders/:id', (req, res) => {
  const order = orders.get(Number(req.params.id));
  if (!order) {
    req.log.warn('order not found', { order: req.params.id });
    return res.status(404).json({ error: 'not found' });
  }
  res.json({ ...order, total: total(order) });
});

app.get('/health', (req, res) => res.json({ ok: true }));

const port = process.env.PORT || 3000;
app.listen(port, '127.0.0.1', () => logger.info('listening', { port }));
