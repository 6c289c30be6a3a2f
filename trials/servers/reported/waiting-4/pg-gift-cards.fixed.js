'use strict';

const http = require('node:http');
const net = require('node:net');
const { fork } = require('node:child_process');

function message(type, ...parts) {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part + '\0') : part)));
  const head = Buffer.alloc(5);
  head.write(type, 0, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const int16 = (n) => { const b = Buffer.alloc(2); b.writeInt16BE(n); return b; };
const int32 = (n) => { const b = Buffer.alloc(4); b.writeInt32BE(n); return b; };
const READY = message('Z', Buffer.from('I'));

function answer(row) {
  const names = Object.keys(row);
  const columns = names.flatMap((name) => [name, int32(0), int16(0), int32(25), int16(-1), int32(-1), int16(0)]);
  const values = names.flatMap((name) => {
    const text = Buffer.from(String(row[name]));
    return [int32(text.length), text];
  });
  return Buffer.concat([
    message('1'), message('2'),
    message('T', int16(names.length), ...columns),
    message('D', int16(names.length), ...values),
    message('C', 'SELECT 1'), READY,
  ]);
}

function serveDatabase(socket) {
  let buffer = Buffer.alloc(0);
  let started = false;
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    buffer = Buffer.concat([buffer, chunk]);
    for (;;) {
      const offset = started ? 1 : 0;
      if (buffer.length < offset + 4) return;
      const size = buffer.readInt32BE(offset) + offset;
      if (buffer.length < size) return;
      const type = started ? String.fromCharCode(buffer[0]) : 'start';
      buffer = buffer.subarray(size);
      if (type === 'start') {
        started = true;
        socket.write(Buffer.concat([message('R', int32(0)), READY]));
      } else if (type === 'S') {
        setTimeout(() => socket.write(answer({ id: 17, balance: 5000, email: 'ines@example.test' })), 4);
      }
    }
  });
}

if (process.argv[2] === 'services') {
  process.on('disconnect', () => process.exit());
  const mail = http.createServer((req, res) => {
    req.resume();
    setTimeout(() => {
      res.setHeader('content-type', 'application/json');
      res.end('{"accepted":true}');
    }, 180);
  });
  const database = net.createServer(serveDatabase);
  database.listen(0, '127.0.0.1', () => {
    mail.listen(0, '127.0.0.1', () => process.send({ db: database.address().port, mail: mail.address().port }));
  });
} else {
  const express = require('express');
  const { Pool } = require('pg');
  const { request } = require('undici');

  let pool;
  let mailUrl;

  async function sendMail(to, subject) {
    const { body } = await request(`${mailUrl}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ to, subject }),
    });
    return body.json();
  }

  async function remind(cardId) {
    const { rows } = await pool.query('SELECT id, balance, email FROM cards WHERE id = $1', [cardId]);
    const card = rows[0];
    const sent = await sendMail(card.email, `You have ${card.balance / 100} left on your gift card`);
    await pool.query('UPDATE cards SET reminded_at = now() WHERE id = $1 RETURNING id', [cardId]);
    return { card: Number(card.id), reminded: sent.accepted };
  }

  const app = express();

  app.get('/cards/:id', (req, res, next) => {
    const found = pool.query('SELECT id, balance, email FROM cards WHERE id = $1', [req.params.id]);
    found.then(({ rows }) => res.json(rows[0]), next);
  });

  app.get('/cards/:id/remind', (req, res, next) => {
    remind(req.params.id).then((result) => res.json(result), next);
  });

  const child = fork(__filename, ['services']);
  child.once('message', (ports) => {
    pool = new Pool({ host: '127.0.0.1', port: ports.db, user: 'cards', database: 'cards' });
    mailUrl = `http://127.0.0.1:${ports.mail}`;
    app.listen(process.env.PORT || 3000, '127.0.0.1');
  });
}
