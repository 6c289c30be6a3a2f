// Orders for staff and partners: two issuers of tokens, each with its own keys.
const express = require('express');
const { expressjwt } = require('express-jwt');
const jwksRsa = require('jwks-rsa');
const startFake = require('./fake-start');

const orders = [...Array(40)].map((_, i) => ({ id: i + 1, owner: 'user-' + (i % 10), total: 20 + i }));

function requestId(req, res, next) {
  res.set('x-request-id', Math.random().toString(36).slice(2));
  next();
}

function ordersOf(user) {
  return orders.filter((order) => order.owner === user);
}

function authenticate(keyServer) {
  const issuers = {
    'https://staff.example/': keyServer + '/staff/jwks.json',
    'https://partners.example/': keyServer + '/partners/jwks.json',
  };
  return expressjwt({
    audience: 'orders',
    issuer: Object.keys(issuers),
    algorithms: ['RS256'],
    secret: (req, token) => {
      const jwksUri = issuers[token.payload.iss];
      if (!jwksUri) throw new Error('unknown issuer');
      const getKey = jwksRsa.expressJwtSecret({ cache: true, cacheMaxAge: 3600000, jwksUri }); // HERE
      return getKey(req, token);
    },
  });
}

startFake('api').then((port) => {
  const app = express();
  app.use(requestId);
  app.get('/health', (req, res) => res.json({ ok: true }));
  app.use(authenticate('http://127.0.0.1:' + port));
  app.get('/orders', (req, res) => {
    const mine = ordersOf(req.auth.sub);
    res.json({ user: req.auth.sub, orders: mine, total: mine.reduce((sum, order) => sum + order.total, 0) });
  });
  app.use((err, req, res, next) => res.status(err.status || 500).json({ error: err.message }));
  app.listen(process.env.PORT || 3000, '127.0.0.1', () => console.log('listening'));
});
