'use strict';
// Account API: calls of the old balance endpoint are reported to Sentry.
const http = require('http');
const { fork } = require('child_process');
const Koa = require('koa');
const Sentry = require('@sentry/node');

if (process.argv[2] === 'ingest') return ingest();

const balances = new Map(Array.from({ length: 500 }, (_, i) => [`acc-${i}`, i * 17.25]));
const app = new Koa();

app.use(async (ctx, next) => {
  const started = process.hrtime.bigint();
  await next();
  ctx.set('X-Response-Time', `${Number(process.hrtime.bigint() - started) / 1e6}ms`);
});

// so that each report shows the request that it belongs to
app.use(async (ctx, next) => {
  Sentry.configureScope((scope) => scope.addEventProcessor((event) => Sentry.Handlers.parseRequest(event, ctx.request))); // HERE
  await next();
});

app.use(async (ctx, next) => {
  try {
    await next();
  } catch (err) {
    Sentry.captureException(err);
    ctx.status = 500;
    ctx.body = { error: 'internal error' };
  }
});

function formatBalance(amount) {
  return { amount: amount.toFixed(2), currency: 'EUR' };
}

app.use(async (ctx) => {
  const [, version, account] = ctx.path.split('/');
  if (!balances.has(account)) ctx.throw(404);
  if (version === 'v1') Sentry.captureMessage(`v1 balance read for ${account}`, 'info');
  ctx.body = formatBalance(balances.get(account));
});

fork(__filename, ['ingest'], { execArgv: [] }).once('message', (port) => {
  Sentry.init({ dsn: `http://abc@127.0.0.1:${port}/1`, release: 'accounts@3.2.0', autoSessionTracking: false });
  app.listen(process.env.PORT || 3000, '127.0.0.1');
});

// stands for sentry.io
function ingest() {
  const server = http.createServer((req, res) => {
    req.resume().on('end', () => res.end('{}'));
  });
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
  process.on('disconnect', () => process.exit());
}
