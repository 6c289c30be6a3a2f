// Backend for a web app: the profile page joins the user's profile with the list of plans.
const http = require('http');
const { fork } = require('child_process');
const express = require('express');
const axios = require('axios');
if (process.argv[2] === 'account-service') return accountService();

const plans = { basic: { seats: 1, price: 0 }, team: { seats: 10, price: 4900 } };
const api = axios.create({ timeout: 5000, httpAgent: new http.Agent({ keepAlive: true }) });

api.interceptors.response.use((response) => response.data);

async function fetchWithToken(path, token) {
  api.interceptors.request.use((config) => { // HERE
    config.headers.set('Authorization', `Bearer ${token}`);
    return config;
  });
  return api.get(path);
}

function tokenOf(req) {
  const header = req.get('authorization') || '';
  return header.startsWith('Bearer ') ? header.slice(7) : 'anonymous';
}

function toView(profile) {
  const plan = plans[profile.plan] || plans.basic;
  return { name: profile.name, initials: profile.name.split(' ').map((word) => word[0]).join(''), seats: plan.seats };
}

const app = express();
app.disable('x-powered-by');
app.use((req, res, next) => {
  res.set('cache-control', 'no-store');
  next();
});
app.get('/plans', (req, res) => res.json(plans));
app.get('/profile', async (req, res, next) => {
  try {
    const profile = await fetchWithToken('/me', tokenOf(req));
    res.json(toView(profile));
  } catch (err) {
    next(err);
  }
});

fork(__filename, ['account-service']).once('message', (port) => {
  api.defaults.baseURL = `http://127.0.0.1:${port}`;
  app.listen(process.env.PORT || 3000, '127.0.0.1');
});

function accountService() {
  const service = http.createServer((req, res) => {
    res.writeHead(200, { 'content-type': 'application/json' });
    res.end(JSON.stringify({ name: 'Ada Byron', plan: 'team', session: req.headers.authorization }));
  });
  service.keepAliveTimeout = 60_000;
  service.listen(0, '127.0.0.1', () => process.send(service.address().port));
  process.on('disconnect', () => process.exit());
}
