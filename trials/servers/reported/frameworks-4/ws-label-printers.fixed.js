'use strict';
const { fork } = require('child_process');
const WebSocket = require('ws');

if (process.argv[2] === 'printers') {
  process.on('message', (port) => {
    for (let i = 0; i < 4; i++) {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/printers?name=P${i + 1}`);
      socket.on('message', (data) => {
        const id = data.toString('latin1', 0, 12).trim();
        setTimeout(() => socket.send(JSON.stringify({ job: Number(id), state: 'printed' })), 3);
      });
      socket.on('close', () => process.exit());
    }
  });
  process.on('disconnect', () => process.exit());
  return;
}

const crypto = require('crypto');
const fastify = require('fastify')();

const sheets = Array.from({ length: 20 }, () => crypto.randomBytes(90 * 1024).toString('base64'));
const orders = Array.from({ length: 200 }, (_, i) => ({ id: i + 1, customer: `Customer ${i + 1}`, parcels: 1 + (i % 3) }));

const printers = [];
const pending = new Map();
let jobs = 0;

const wss = new WebSocket.Server({
  server: fastify.server,
  path: '/printers',
  perMessageDeflate: false,
});

wss.on('connection', (socket) => {
  printers.push(socket);
  socket.on('message', (data) => {
    const reply = JSON.parse(data);
    const done = pending.get(reply.job);
    pending.delete(reply.job);
    if (done) done(reply);
  });
  socket.on('close', () => printers.splice(printers.indexOf(socket), 1));
});

function print(order) {
  const job = ++jobs;
  const printer = printers[job % printers.length];
  return new Promise((resolve) => {
    pending.set(job, resolve);
    printer.send(String(job).padEnd(12) + sheets[order.id % sheets.length]);
  });
}

fastify.get('/orders/:id/label', async (req, reply) => {
  const order = orders[Number(req.params.id) - 1];
  if (!order) return reply.code(404).send({ error: 'no such order' });
  const result = await print(order);
  return { order: order.id, ...result };
});

fastify.get('/orders/:id', async (req, reply) => {
  const order = orders[Number(req.params.id) - 1];
  return order || reply.code(404).send({ error: 'no such order' });
});

fastify.get('/printers/state', async () => ({ connected: printers.length, pending: pending.size }));

fastify.listen({ host: '127.0.0.1', port: process.env.PORT || 3000 }).then(() => {
  const child = fork(__filename, ['printers']);
  child.send(fastify.server.address().port);
});
