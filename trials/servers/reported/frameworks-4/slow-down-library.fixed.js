'use strict';
const http = require('http');
const { fork } = require('child_process');

if (process.argv[2] === 'catalogue') {
  const titles = Array.from({ length: 500 }, (_, i) => ({
    id: i + 1, title: `Volume ${i + 1}`, shelf: `S${i % 40}`, copies: 1 + (i % 5),
  }));
  const server = http.createServer((req, res) => {
    const url = new URL(req.url, 'http://catalogue');
    const word = url.searchParams.get('q') || '';
    setTimeout(() => {
      res.setHeader('content-type', 'application/json');
      res.end(JSON.stringify(titles.filter((t) => t.title.includes(word)).slice(0, 20)));
    }, 8);
  });
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
  process.on('disconnect', () => process.exit());
  return;
}

const express = require('express');
const slowDown = require('express-slow-down');

const agent = new http.Agent({ keepAlive: true });

function search(port, word) {
  return new Promise((resolve, reject) => {
    const request = http.get({ host: '127.0.0.1', port, path: `/search?q=${encodeURIComponent(word)}`, agent }, (res) => {
      let text = '';
      res.setEncoding('utf8');
      res.on('data', (chunk) => { text += chunk; });
      res.on('end', () => resolve(JSON.parse(text)));
    });
    request.on('error', reject);
  });
}

function start(port) {
  const app = express();
  app.set('trust proxy', 1);

  const crawlers = slowDown({
    windowMs: 15 * 60 * 1000,
    delayAfter: 100,
    delayMs: 20,
    maxDelayMs: 200,
  });

  app.use('/api', crawlers);

  app.get('/api/books', async (req, res, next) => {
    try {
      const books = await search(port, req.query.q || '');
      res.json({ count: books.length, books });
    } catch (err) {
      next(err);
    }
  });

  app.get('/api/shelves/:id', async (req, res, next) => {
    try {
      const books = await search(port, '');
      res.json(books.filter((b) => b.shelf === req.params.id));
    } catch (err) {
      next(err);
    }
  });

  app.get('/health', (req, res) => res.json({ ok: true }));

  app.listen(process.env.PORT || 3000, '127.0.0.1');
}

const child = fork(__filename, ['catalogue']);
child.once('message', start);
