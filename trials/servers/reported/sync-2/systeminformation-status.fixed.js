'use strict';
const os = require('os');
const express = require('express');
const si = require('systeminformation');

const app = express();
const startedAt = Date.now();
const cores = os.cpus().length;
const counters = { requests: 0, notes: 1824, users: 97 };
let lastTraffic = null;
let lastRates = { name: null, rx: 0, tx: 0 };

function memory() {
  const total = os.totalmem();
  const free = os.freemem();
  return { total, used: total - free, percent: Math.round(((total - free) / total) * 100) };
}

function cpu() {
  const [one, five, fifteen] = os.loadavg();
  return { cores, load: { one, five, fifteen } };
}

async function sampleTraffic() {
  const [nic] = await si.networkStats();
  const sample = { at: Date.now(), rx: nic.rx_bytes, tx: nic.tx_bytes };
  const seconds = lastTraffic ? (sample.at - lastTraffic.at) / 1000 : 0;
  const rates = seconds > 0
    ? { rx: (sample.rx - lastTraffic.rx) / seconds, tx: (sample.tx - lastTraffic.tx) / seconds }
    : { rx: 0, tx: 0 };
  lastTraffic = sample;
  lastRates = { name: nic.iface, ...rates };
}

sampleTraffic().catch(() => {});
setInterval(() => sampleTraffic().catch(() => {}), 10000).unref();

app.use((req, res, next) => {
  counters.requests += 1;
  next();
});

app.get('/healthz', (req, res) => res.send('ok'));

app.get('/api/stats', (req, res) => {
  res.json({ notes: counters.notes, users: counters.users, uptime: Date.now() - startedAt });
});

app.get('/api/server-info', (req, res) => {
  res.json({ machine: os.hostname(), node: process.version, cpu: cpu(), mem: memory(), net: lastRates });
});

app.listen(process.env.PORT || 3000, '127.0.0.1');
