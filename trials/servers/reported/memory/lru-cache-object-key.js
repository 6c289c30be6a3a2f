'use strict';
const express = require('express');
const LRU = require('lru-cache');

const DAY = 24 * 3600 * 1000;
const cache = LRU({ max: 250, maxAge: 10 * 60 * 1000 });

const calls = new Int32Array(365 * 24);
for (let i = 0; i < calls.length; i++) calls[i] = (i * 7919) % 1000;

function hourly(region, days) {
  const points = new Array(days * 24);
  for (let hour = 0; hour < points.length; hour++) {
    const count = calls[hour] + region;
    points[hour] = { hour, count, cost: count * 0.0125, range: { low: count - 5, high: count + 5 }, tags: [region] };
  }
  return points;
}

function report(region, days) {
  const key = { region, days }; // HERE
  let points = cache.get(key);
  if (!points) {
    points = hourly(region, days);
    cache.set(key, points);
  }
  return points;
}

function summary(points) {
  let total = 0;
  let peak = points[0];
  for (const point of points) {
    total += point.count;
    if (point.count > peak.count) peak = point;
  }
  return { total, peak, mean: total / points.length };
}

const app = express();

app.get('/usage', (req, res) => {
  const region = Number(req.query.region) || 1;
  const days = Math.min(365, Number(req.query.days) || 180);
  res.json({ region, until: new Date(Math.floor(Date.now() / DAY) * DAY), ...summary(report(region, days)) });
});

app.get('/cache', (req, res) => res.json({ entries: cache.length }));

app.listen(process.env.PORT || 3000, '127.0.0.1');
