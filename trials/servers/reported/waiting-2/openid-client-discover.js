const http = require('http');
const { fork } = require('child_process');
const express = require('express');
const { Issuer, custom } = require('openid-client');

if (process.argv[2] === 'idp') {
  const idp = http.createServer((req, res) => {
    const base = `http://${req.headers.host}/realms/shop`;
    res.setHeader('content-type', 'application/json');
    if (req.url.endsWith('/.well-known/openid-configuration')) {
      return setTimeout(() => res.end(JSON.stringify({
        issuer: base, authorization_endpoint: `${base}/auth`, token_endpoint: `${base}/token`,
        introspection_endpoint: `${base}/introspect`, userinfo_endpoint: `${base}/userinfo`, jwks_uri: `${base}/certs`,
        response_types_supported: ['code'], subject_types_supported: ['public'], id_token_signing_alg_values_supported: ['RS256'],
      })), 280);
    }
    req.resume().on('end', () => setTimeout(() => res.end('{"active":true,"sub":"u-118","scope":"orders profile"}'), 8));
  }).listen(0, '127.0.0.1', () => process.send(idp.address().port));
  process.on('disconnect', () => process.exit());
} else {
  fork(__filename, ['idp'], { execArgv: [] }).once('message', start);
}

const orders = Array.from({ length: 60 }, (_, i) => ({ id: 7000 + i, owner: `u-${100 + (i % 20)}`, total: 10 + i }));

function start(idpPort) {
  const realm = `http://127.0.0.1:${idpPort}/realms/shop`;
  custom.setHttpOptionsDefaults({ timeout: 5000, agent: new http.Agent({ keepAlive: true }) });

  async function oidcClient() {
    const issuer = await Issuer.discover(realm); // HERE
    return new issuer.Client({ client_id: 'orders-api', client_secret: 's3cr3t', token_endpoint_auth_method: 'client_secret_post' });
  }

  async function authenticate(req, res, next) {
    try {
      const client = await oidcClient(); // HERE
      const token = (req.headers.authorization || 'Bearer demo').slice(7);
      const session = await client.introspect(token);
      if (!session.active) return res.status(401).json({ error: 'token expired' });
      req.user = { id: session.sub, scopes: session.scope.split(' ') };
      next();
    } catch (err) { next(err); }
  }

  function requireScope(scope) {
    return (req, res, next) => (req.user.scopes.includes(scope) ? next() : res.status(403).json({ error: scope }));
  }

  const app = express();
  app.get('/health', (req, res) => res.json({ up: true }));
  app.use(authenticate);
  app.get('/orders', requireScope('orders'), (req, res) => res.json(orders.filter((o) => o.owner === req.user.id)));
  app.get('/me', requireScope('profile'), (req, res) => res.json(req.user));
  app.listen(process.env.PORT || 3000, '127.0.0.1');
}
