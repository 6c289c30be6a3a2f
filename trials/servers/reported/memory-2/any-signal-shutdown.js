const http = require('http');
const { Readable, Transform } = require('stream');
const { pipeline } = require('stream/promises');
const { anySignal } = require('any-signal');

const EXPORT_TIMEOUT = 5000;
const shutdown = new AbortController();

const orders = Array.from({ length: 40 }, (_, i) => ({
  id: 1000 + i,
  customer: `customer-${i % 7}`,
  total: ((i * 37) % 500) / 10,
}));

function csvEncoder() {
  return new Transform({
    writableObjectMode: true,
    construct(done) {
      this.push('id,customer,total\n');
      done();
    },
    transform(order, _encoding, done) {
      done(null, `${order.id},${order.customer},${order.total.toFixed(2)}\n`);
    },
  });
}

async function runExport(rows, destination) {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), EXPORT_TIMEOUT);
  const signal = anySignal([shutdown.signal, timeout.signal]); // HERE
  try {
    await pipeline(Readable.from(rows), csvEncoder(), destination, { signal });
  } finally {
    clearTimeout(timer);
  }
}

function findOrders(customer) {
  return customer ? orders.filter((order) => order.customer === customer) : orders;
}

const server = http.createServer(async (req, res) => {
  const url = new URL(req.url, 'http://localhost');
  if (url.pathname === '/health') return res.end('ok');
  if (url.pathname !== '/orders.csv') {
    res.statusCode = 404;
    return res.end();
  }
  res.setHeader('content-type', 'text/csv');
  try {
    await runExport(findOrders(url.searchParams.get('customer')), res);
  } catch (err) {
    if (!res.headersSent) res.statusCode = 503;
    res.end();
  }
});

process.once('SIGTERM', () => {
  shutdown.abort();
  process.exit(0);
});

server.listen(process.env.PORT || 3000, '127.0.0.1');
