const http = require('http');
const { fork } = require('child_process');
const { isMainThread, threadId } = require('worker_threads');
const express = require('express');
const { Piscina } = require('piscina');

const agent = new http.Agent({ keepAlive: true });

function suppliers() {
  const server = http.createServer((req, res) => {
    const offers = Array.from({ length: 60 }, (_, i) => ({ hotel: `Hotel ${i}`, price: 60 + ((i * 31) % 190), stars: 1 + (i % 5), km: (i * 7) % 23 }));
    setTimeout(() => {
      res.setHeader('content-type', 'application/json');
      res.end(JSON.stringify(offers));
    }, 120);
  });
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
  process.on('disconnect', () => process.exit());
}

function loadOffers(port, city) {
  return new Promise((resolve, reject) => {
    http.get({ host: '127.0.0.1', port, path: `/offers/${city}`, agent }, (res) => {
      let text = '';
      res.setEncoding('utf8');
      res.on('data', (chunk) => { text += chunk; });
      res.on('end', () => resolve(JSON.parse(text)));
    }).on('error', reject);
  });
}

async function rankOffers({ port, city }) {
  const offers = await loadOffers(port, city);
  const score = (offer) => offer.stars * 20 - offer.price / 4 - offer.km;
  return { city, worker: threadId, best: offers.sort((a, b) => score(b) - score(a)).slice(0, 10) };
}

function agency(supplierPort) {
  const port = process.env.PORT || 3000;
  const pool = new Piscina({ filename: __filename, minThreads: 1, maxThreads: 4, concurrentTasksPerWorker: 13 }); // HERE
  const app = express();

  app.get('/offers/:city', async (req, res, next) => {
    try {
      res.json(await pool.run({ port: supplierPort, city: req.params.city })); // HERE
    } catch (err) {
      next(err);
    }
  });

  app.get('/pool', (req, res) => {
    res.json({ threads: pool.threads.length, queued: pool.queueSize, completed: pool.completed });
  });

  app.listen(port, '127.0.0.1');
}

if (!isMainThread) module.exports = rankOffers;
else if (process.argv[2] === 'suppliers') suppliers();
else fork(__filename, ['suppliers']).once('message', (message) => agency(message.port));
