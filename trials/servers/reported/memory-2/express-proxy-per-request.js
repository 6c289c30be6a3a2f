const http = require('http');
const express = require('express');
const { Worker, isMainThread, parentPort } = require('worker_threads');
const { createProxyMiddleware } = require('http-proxy-middleware');

const ACCOUNTS = { acme: 'gold', globex: 'silver', initech: 'bronze' };

function searchBackend() {
  const backend = http.createServer((req, res) => {
    const { searchParams } = new URL(req.url, 'http://backend');
    const q = searchParams.get('q') || '';
    res.setHeader('content-type', 'application/json');
    res.end(JSON.stringify({ plan: req.headers['x-plan'], q, hits: [1, 2, 3].map((n) => `${q} ${n}`) }));
  });
  backend.keepAliveTimeout = 60000;
  backend.listen(0, '127.0.0.1', () => parentPort.postMessage(backend.address().port));
}

function gateway(backendPort) {
  const app = express();
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
  const target = `http://127.0.0.1:${backendPort}`;

  app.disable('x-powered-by');

  app.use((req, res, next) => {
    req.tenant = req.get('x-tenant') || 'acme';
    req.plan = ACCOUNTS[req.tenant];
    if (!req.plan) return res.status(403).json({ error: 'unknown tenant' });
    next();
  });

  app.get('/status', (req, res) => res.json({ ok: true, uptime: process.uptime() }));

  app.get('/search', (req, res, next) => {
    const proxy = createProxyMiddleware({ // HERE
      target,
      agent,
      logLevel: 'warn',
      changeOrigin: true,
      pathRewrite: { '^/search': '/v1/search' },
      onProxyReq: (proxyReq) => proxyReq.setHeader('x-plan', req.plan),
    });
    return proxy(req, res, next);
  });

  http.createServer(app).listen(process.env.PORT || 3000, '127.0.0.1');
}

if (isMainThread) {
  new Worker(__filename).once('message', gateway);
} else {
  searchBackend();
}
