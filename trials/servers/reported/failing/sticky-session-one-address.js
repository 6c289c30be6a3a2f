// Price list service on all cores. It runs behind the company's load balancer, on the same host as that.
const http = require('http');
const express = require('express');
const sticky = require('sticky-session');

const articles = Array.from({ length: 400 }, (_, i) => ({
  sku: `A${1000 + i}`,
  net: 250 + ((i * 131) % 7000),
  group: ['A', 'B', 'C'][i % 3],
  stock: (i * 17) % 90,
}));

const rebates = { A: 0.05, B: 0.1, C: 0 };
const vat = 0.19;

function priceOf(article) {
  const net = Math.round(article.net * (1 - rebates[article.group]));
  return { sku: article.sku, net, gross: Math.round(net * (1 + vat)) };
}

function priceList(group) {
  return articles
    .filter((article) => article.stock > 0 && (!group || article.group === group))
    .map(priceOf)
    .sort((a, b) => a.gross - b.gross);
}

const app = express();
app.disable('x-powered-by');
app.set('trust proxy', true);

app.get('/health', (req, res) => res.json({ ok: true, pid: process.pid }));

app.get('/prices', (req, res) => {
  const list = priceList(req.query.group);
  res.json({ client: req.ip, count: list.length, list });
});

const server = http.createServer(app);
const address = { port: process.env.PORT || 3000, host: '127.0.0.1' };

if (!sticky.listen(server, address, { workers: 2 })) { // HERE
  server.once('listening', () => console.log(`price lists on port ${address.port}`));
}
