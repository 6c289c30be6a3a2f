'use strict';
const crypto = require('crypto');
const express = require('express');
const { ReplaySubject } = require('rxjs');
const { filter, bufferTime } = require('rxjs/operators');

const events = new ReplaySubject(); // HERE

const totals = { views: 0, orders: 0 };

events.pipe(filter((e) => e.type === 'view'), bufferTime(1000)).subscribe((views) => {
  totals.views += views.length;
});
events.pipe(filter((e) => e.type === 'order')).subscribe(() => {
  totals.orders += 1;
});

const products = Array.from({ length: 100 }, (_, i) => ({ id: i, name: `Product ${i}`, cents: 150 + i * 9 }));

function publish(type, req, payload) {
  events.next({ id: crypto.randomUUID(), type, at: new Date(), agent: req.get('user-agent') || '', url: req.originalUrl, payload });
}

function lastEvent() {
  return new Promise((resolve) => {
    let last = null;
    events.subscribe((event) => { last = event; }).unsubscribe();
    resolve(last);
  });
}

const app = express();

app.get('/products/:id', (req, res) => {
  const product = products[Number(req.params.id)];
  if (!product) return res.status(404).json({ error: 'no such product' });
  publish('view', req, { product: product.id });
  res.json(product);
});

app.post('/orders', express.json(), (req, res) => {
  publish('order', req, req.body);
  res.status(202).end();
});

app.get('/last-event', async (req, res) => res.json(await lastEvent()));
app.get('/totals', (req, res) => res.json(totals));

app.listen(process.env.PORT || 3000, '127.0.0.1');
