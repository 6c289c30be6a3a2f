'use strict';

const fs = require('fs');
const http = require('http');
const { fork } = require('child_process');
const tmp = require('tmp');

const port = process.env.PORT || 3000;

function scanner() {
  const server = http.createServer((req, res) => {
    let size = 0;
    req.on('data', (chunk) => { size += chunk.length; });
    req.on('end', () => {
      setTimeout(() => {
        res.writeHead(200, { 'content-type': 'application/json' });
        res.end(JSON.stringify({ clean: true, size }));
      }, 220);
    });
  });
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
  process.on('disconnect', () => process.exit());
}

const invoices = [];
for (let i = 1; i <= 90; i++) {
  invoices.push({ no: `R-${1000 + i}`, customer: `Customer ${i % 23}`, month: (i % 12) + 1, net: 4000 + i * 57 });
}

function toCsv(rows) {
  const lines = rows.map((r) => [r.no, r.customer, r.month, (r.net / 100).toFixed(2)].join(';'));
  return ['number;customer;month;net', ...lines].join('\n') + '\n';
}

async function writeExport(rows) {
  const name = tmp.tmpNameSync({ prefix: 'invoices-', postfix: '.csv' });
  await fs.promises.writeFile(name, toCsv(rows));
  return name;
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 60 });

function scan(scannerPort, file) {
  return new Promise((resolve, reject) => {
    const req = http.request({ host: '127.0.0.1', port: scannerPort, method: 'POST', agent }, (res) => {
      let text = '';
      res.setEncoding('utf8');
      res.on('data', (chunk) => { text += chunk; });
      res.on('end', () => resolve(JSON.parse(text).clean));
    });
    req.on('error', reject);
    fs.createReadStream(file).on('error', reject).pipe(req);
  });
}

async function sendExport(res, scannerPort, rows) {
  const file = await writeExport(rows);
  try {
    const clean = await scan(scannerPort, file);
    if (!clean) throw new Error('rejected by scanner');
    const body = await fs.promises.readFile(file);
    res.writeHead(200, { 'content-type': 'text/csv', 'content-length': body.length });
    res.end(body);
  } finally {
    await fs.promises.unlink(file);
  }
}

function start(scannerPort) {
  const server = http.createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url, 'http://billing.local');
    if (pathname === '/invoices.csv') {
      const month = Number(searchParams.get('month'));
      const rows = month ? invoices.filter((i) => i.month === month) : invoices;
      return sendExport(res, scannerPort, rows).catch((err) => {
        console.error(err.message);
        if (!res.headersSent) res.writeHead(500);
        res.end();
      });
    }
    res.writeHead(404);
    res.end();
  });
  server.listen(port, '127.0.0.1');
}

if (process.argv[2] === 'scanner') scanner();
else fork(__filename, ['scanner']).once('message', (m) => start(m.port));
