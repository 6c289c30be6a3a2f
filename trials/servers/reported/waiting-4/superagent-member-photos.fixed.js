'use strict';

const http = require('node:http');
const { fork } = require('node:child_process');

if (process.argv[2] === 'photos') {
  process.on('disconnect', () => process.exit());
  const picture = Buffer.alloc(9000, 0x5a);
  const server = http.createServer((req, res) => {
    setTimeout(() => {
      res.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': picture.length, etag: '"p1"' });
      res.end(picture);
    }, 110);
  });
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
} else {
  const express = require('express');
  const superagent = require('superagent');

  const members = new Map();
  const parties = ['Green', 'Labour', 'Liberal', 'Independent'];
  for (let i = 1; i <= 650; i++) {
    members.set(i, {
      id: i,
      name: `Member ${i}`,
      party: parties[i % parties.length],
      photo: `/portraits/${i}.jpg`,
    });
  }

  const agent = new http.Agent({ keepAlive: true, maxSockets: 100 });

  let photosUrl;

  function photoUrl(member, size) {
    return `${photosUrl}${member.photo}?w=${size}`;
  }

  async function loadPhoto(member, size) {
    const response = await superagent
      .get(photoUrl(member, size))
      .agent(agent)
      .buffer(true)
      .parse(superagent.parse.image);
    return { type: response.headers['content-type'], etag: response.headers.etag, bytes: response.body };
  }

  const app = express();

  app.param('id', (req, res, next, id) => {
    req.member = members.get(Number(id));
    if (!req.member) return res.status(404).json({ error: 'unknown member' });
    next();
  });

  app.get('/members', (req, res) => {
    const party = req.query.party;
    const list = [...members.values()].filter((member) => !party || member.party === party);
    res.json(list.slice(0, 50));
  });

  app.get('/members/:id', (req, res) => {
    res.json(req.member);
  });

  app.get('/members/:id/photo', async (req, res, next) => {
    try {
      const photo = await loadPhoto(req.member, Number(req.query.size) || 240);
      res.set('cache-control', 'public, max-age=300');
      res.set('etag', photo.etag);
      res.type(photo.type).send(photo.bytes);
    } catch (err) {
      next(err);
    }
  });

  const child = fork(__filename, ['photos']);
  child.once('message', (port) => {
    photosUrl = `http://127.0.0.1:${port}`;
    app.listen(process.env.PORT || 3000, '127.0.0.1');
  });
}
