// Availability of articles: the warehouse system speaks a line protocol over TCP, its connections are pooled.
const http = require('http');
const net = require('net');
const { fork } = require('child_process');
const genericPool = require('generic-pool');
if (process.argv[2] === 'warehouse') return warehouse();

let warehousePort;
const openConnection = () => new Promise((resolve, reject) => {
  const socket = net.connect(warehousePort, '127.0.0.1', () => resolve(socket.setEncoding('utf8').setNoDelay(true)));
  socket.once('error', reject);
});
const ask = (socket, line) => new Promise((resolve) => {
  socket.once('data', (reply) => resolve(reply.trim()));
  socket.write(line + '\n');
});
const factory = { create: openConnection, destroy: async (socket) => socket.end() };
const pool = genericPool.createPool(factory, { max: 10, acquireTimeoutMillis: 2000 });

class Discontinued extends Error {}

async function stockOf(sku) {
  const connection = await pool.acquire();
  try {
    const reply = await ask(connection, `STOCK ${sku}`);
    if (reply === 'UNKNOWN') throw new Discontinued(sku);
    return Number(reply);
  } finally {
    await pool.release(connection);
  }
}

function send(res, status, body) {
  res.writeHead(status, { 'content-type': 'application/json' });
  res.end(JSON.stringify(body));
}

async function availability(res) {
  const sku = 1000 + Math.floor(Math.random() * 600);
  try {
    const stock = await stockOf(sku);
    send(res, 200, { sku, stock, available: stock > 0 });
  } catch (err) {
    if (err instanceof Discontinued) return send(res, 200, { sku, stock: 0, available: false, discontinued: true });
    send(res, 503, { error: err.message });
  }
}

const server = http.createServer((req, res) => {
  if (req.url.startsWith('/availability')) return availability(res);
  send(res, req.url === '/health' ? 200 : 404, {});
});
fork(__filename, ['warehouse']).once('message', (port) => {
  warehousePort = port;
  server.listen(process.env.PORT || 3000, '127.0.0.1');
});

function warehouse() {
  const answer = (sku) => (sku % 300 === 77 ? 'UNKNOWN\n' : `${sku % 40}\n`);
  const service = net.createServer((socket) => {
    socket.setEncoding('utf8').on('error', () => {}).on('data', (line) => socket.write(answer(Number(line.split(' ')[1]))));
  }).listen(0, '127.0.0.1', () => process.send(service.address().port));
  process.on('disconnect', () => process.exit());
}
