const http = require('http');
const { fork } = require('child_process');
const express = require('express');
const fetchHappen = require('make-fetch-happen');

if (process.argv[2] === 'registry') {
  // knows only every fourth of the asked add-ons
  const registry = http.createServer((req, res) => {
    const n = Number(req.url.slice(req.url.lastIndexOf('-') + 1));
    const known = n % 4 === 0;
    setTimeout(() => {
      res.writeHead(known ? 200 : 404, { 'content-type': 'application/json' });
      res.end(JSON.stringify(known ? { name: `addon-${n}`, latest: `1.${n % 30}.0`, stars: n % 100 } : { error: 'not_found' }));
    }, 15);
  }).listen(0, '127.0.0.1', () => process.send(registry.address().port));
  process.on('disconnect', () => process.exit());
} else {
  fork(__filename, ['registry'], { execArgv: [] }).once('message', start);
}

function badge(name, info) {
  if (!info) return { name, text: 'unpublished', colour: 'grey' };
  return { name, text: `v${info.latest}`, colour: info.stars > 50 ? 'green' : 'blue' };
}

function start(port) {
  const registryFetch = fetchHappen.defaults({
    maxSockets: 100,
    timeout: 5000,
    headers: { accept: 'application/json' },
    retry: { retries: 2, factor: 2, minTimeout: 400 }, // HERE
  });

  async function lookup(name) {
    const res = await registryFetch(`http://127.0.0.1:${port}/${name}`); // HERE
    const body = await res.json();
    return res.status === 404 ? null : body;
  }

  const app = express();
  let asked = 0;
  app.use((req, res, next) => { res.set('cache-control', 'no-cache'); next(); });
  app.get('/badge', async (req, res, next) => {
    const name = req.query.name || `addon-${asked++}`;
    try {
      res.json(badge(name, await lookup(name)));
    } catch (err) { next(err); }
  });
  app.get('/stats', (req, res) => res.json({ asked }));
  app.listen(process.env.PORT || 3000, '127.0.0.1');
}
