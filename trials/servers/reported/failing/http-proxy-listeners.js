// Gateway in front of the catalogue service: adds a request id, measures how long the service took.
const http = require('http');
const { fork } = require('child_process');
const express = require('express');
const httpProxy = require('http-proxy');
if (process.argv[2] === 'catalogue') return catalogue();

const times = { count: 0, sum: 0 };
const buckets = [1, 2, 5, 10, 25, 50, 100, 250, 1000, Infinity].map((upTo) => ({ upTo, count: 0 }));
let lastId = 0;

function record(milliseconds) {
  times.count += 1;
  times.sum += milliseconds;
  buckets.find((bucket) => milliseconds <= bucket.upTo).count += 1;
}

function requestId(req, res, next) {
  req.headers['x-request-id'] = `gw-${++lastId}`;
  next();
}

const agent = new http.Agent({ keepAlive: true });
const proxy = httpProxy.createProxyServer({ agent, xfwd: true });

proxy.on('error', (err, req, res) => {
  if (!res.headersSent) res.writeHead(502, { 'content-type': 'text/plain' });
  res.end('bad gateway');
});

const app = express();
app.use(requestId);

app.get('/_times', (req, res) => res.json({ ...times, buckets }));

let target;
app.get('/catalogue/:id', (req, res) => {
  const started = Date.now();
  proxy.on('proxyRes', (proxyRes) => { // HERE
    const took = Date.now() - started;
    proxyRes.headers['server-timing'] = `upstream;dur=${took}`;
    record(took);
  });
  proxy.web(req, res, { target });
});

fork(__filename, ['catalogue']).once('message', (port) => {
  target = `http://127.0.0.1:${port}`;
  app.listen(process.env.PORT || 3000, '127.0.0.1');
});

function catalogue() {
  const service = http.createServer((req, res) => {
    res.writeHead(200, { 'content-type': 'application/json' });
    res.end(JSON.stringify({ id: req.url.split('/').pop(), name: 'Desk lamp', price: 3900 }));
  });
  service.keepAliveTimeout = 60_000;
  service.listen(0, '127.0.0.1', () => process.send(service.address().port));
  process.on('disconnect', () => process.exit());
}
