'use strict';

const http = require('node:http');
const { fork } = require('node:child_process');
const sharp = require('sharp');

async function storage() {
  const grain = Buffer.from(Array.from({ length: 16 * 12 * 3 }, (_, i) => (i * 73 + (i >> 4) * 29) % 256));
  const scan = await sharp(grain, { raw: { width: 16, height: 12, channels: 3 } })
    .resize(1000, 750, { kernel: 'cubic' })
    .jpeg({ quality: 82 })
    .toBuffer();
  const server = http.createServer((req, res) => {
    setTimeout(() => {
      res.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': scan.length });
      res.end(scan);
    }, 15);
  });
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
}

if (process.argv[2] === 'storage') {
  process.on('disconnect', () => process.exit());
  storage();
} else {
  const { Hono } = require('hono');
  const { serve } = require('@hono/node-server');

  const lots = new Map();
  const kinds = ['clock', 'chair', 'vase', 'print', 'lamp'];
  for (let i = 1; i <= 240; i++) {
    lots.set(String(i), { lot: i, title: `A ${kinds[i % kinds.length]}, c. ${1750 + (i % 150)}`, estimate: 80 + i * 5 });
  }

  let storageUrl;

  async function loadScan(lot) {
    const response = await fetch(`${storageUrl}/scans/${lot.lot}.jpg`);
    return Buffer.from(await response.arrayBuffer());
  }

  async function renderPicture(lot) {
    const scan = await loadScan(lot);
    return sharp(scan)
      .resize({ width: 640, height: 640, fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .png()
      .toBuffer();
  }

  const pictures = new Map();

  function pictureOf(lot) {
    if (!pictures.has(lot.lot)) pictures.set(lot.lot, renderPicture(lot));
    return pictures.get(lot.lot);
  }

  const app = new Hono();

  app.get('/lots', (c) => c.json([...lots.values()].slice(0, 30)));

  app.get('/lots/:id', (c) => {
    const lot = lots.get(c.req.param('id'));
    return lot ? c.json(lot) : c.json({ error: 'unknown lot' }, 404);
  });

  app.get('/lots/:id/picture', async (c) => {
    const lot = lots.get(c.req.param('id'));
    if (!lot) return c.json({ error: 'unknown lot' }, 404);
    const picture = await pictureOf(lot);
    return c.body(picture, 200, { 'content-type': 'image/png' });
  });

  const child = fork(__filename, ['storage']);
  child.once('message', (port) => {
    storageUrl = `http://127.0.0.1:${port}`;
    serve({ fetch: app.fetch, port: Number(process.env.PORT || 3000), hostname: '127.0.0.1' });
  });
}
