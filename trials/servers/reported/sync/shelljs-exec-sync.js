'use strict';
const os = require('os');
const express = require('express');
const shell = require('shelljs');

const services = ['mail', 'backup', 'wiki', 'git'].map((name, i) => ({ name, port: 8000 + i, since: Date.now() - i * 3600e3 }));

function parseDf(text) {
  const [, size, used, free, percent] = text.trim().split('\n').pop().split(/\s+/);
  return { size: +size, used: +used, free: +free, percent };
}

function disk() {
  const result = shell.exec('df -Pk /', { silent: true }); // HERE
  if (result.code !== 0) return null;
  return parseDf(result.stdout);
}

function memory() {
  return { total: os.totalmem(), free: os.freemem(), load: os.loadavg() };
}

function uptimes() {
  const now = Date.now();
  return services.map((s) => ({ name: s.name, hours: Math.round((now - s.since) / 3600e3) }));
}

const app = express();
app.disable('x-powered-by');

app.use((req, res, next) => {
  res.set('Cache-Control', 'no-store');
  next();
});

app.get('/status', (req, res) => {
  res.json({ host: os.hostname(), disk: disk(), memory: memory(), services: uptimes() });
});

app.get('/services', (req, res) => res.json(services));

app.listen(process.env.PORT || 3000, '127.0.0.1');
