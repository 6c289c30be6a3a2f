const crypto = require('crypto');
const express = require('express');
const Sentry = require('@sentry/node');

Sentry.init({
  dsn: process.env.SENTRY_DSN,
  environment: process.env.NODE_ENV || 'production',
  sampleRate: 1,
});

const rates = { EUR: 1, USD: 1.09, GBP: 0.86, CHF: 0.97 };

function convert(amount, from, to) {
  if (!rates[from] || !rates[to]) throw Object.assign(new Error('unknown currency'), { status: 400 });
  return Math.round((amount / rates[from]) * rates[to] * 100) / 100;
}

function requestId(req, res, next) {
  req.id = req.get('x-request-id') || crypto.randomUUID();
  res.set('x-request-id', req.id);
  next();
}

function sentryRequest(req, res, next) {
  Sentry.configureScope((scope) => { // HERE
    scope.setTag('request_id', req.id);
    scope.addEventProcessor((event) => Sentry.addRequestDataToEvent(event, req)); // HERE
  });
  next();
}

function timing(req, res, next) {
  const started = process.hrtime.bigint();
  res.on('finish', () => {
    req.elapsed = Number(process.hrtime.bigint() - started) / 1e6;
    if (req.elapsed > 2000) Sentry.captureMessage(`slow request ${req.path}`);
  });
  next();
}

const app = express();
app.disable('x-powered-by');
app.use(requestId);
app.use(sentryRequest);
app.use(timing);

app.get('/rates', (req, res) => res.json(rates));

app.get('/convert', (req, res) => {
  const { amount = '1', from = 'EUR', to = 'USD' } = req.query;
  res.json({ from, to, amount: Number(amount), result: convert(Number(amount), from, to) });
});

app.use((err, req, res, next) => {
  Sentry.captureException(err);
  res.status(err.status || 500).json({ error: err.message });
});

app.listen(process.env.PORT || 3000, '127.0.0.1');
