'use strict';
const fs = require('fs');
const http = require('http');
const os = require('os');
const path = require('path');
const requireUncached = require('require-uncached');

const tenantsDir = fs.mkdtempSync(path.join(os.tmpdir(), 'tenants-'));
for (const tenant of ['acme', 'globex', 'initech']) {
  fs.writeFileSync(path.join(tenantsDir, `${tenant}.js`), `
const labels = ['home', 'cart', 'orders', 'help', 'login', 'logout', 'terms', 'imprint'];
module.exports = {
  name: ${JSON.stringify(tenant)},
  theme: { primary: '#204060', radius: 4, font: 'Inter' },
  features: { giftCards: ${tenant !== 'acme'}, wishList: true },
  labels: Object.fromEntries(labels.flatMap((label) => ['en', 'de', 'fr'].map((lang) => [lang + '.' + label, label + ' (' + lang + ')']))),
  greeting: (lang) => (lang === 'de' ? 'Willkommen bei ' : 'Welcome to ') + ${JSON.stringify(tenant)},
};
`);
}
process.on('exit', () => fs.rmSync(tenantsDir, { recursive: true, force: true }));
process.on('SIGTERM', () => process.exit(0));

// Support edits these files on the running system.
const settings = new Map();
fs.watch(tenantsDir, () => settings.clear());

function tenantSettings(tenant) {
  if (!settings.has(tenant)) settings.set(tenant, requireUncached(path.join(tenantsDir, `${tenant}.js`)));
  return settings.get(tenant);
}

function language(req) {
  return /^de/.test(req.headers['accept-language'] || '') ? 'de' : 'en';
}

function page(settings, lang) {
  const menu = ['home', 'cart', 'orders', 'help'].map((label) => `<li>${settings.labels[`${lang}.${label}`]}</li>`).join('');
  return `<!doctype html><style>a{color:${settings.theme.primary}}</style><h1>${settings.greeting(lang)}</h1><ul>${menu}</ul>`;
}

const server = http.createServer((req, res) => {
  if (req.url === '/health') return res.end('ok');
  const match = /^\/t\/(acme|globex|initech)$/.exec(req.url);
  if (!match) {
    res.statusCode = 404;
    return res.end('unknown tenant');
  }
  res.setHeader('content-type', 'text/html; charset=utf-8');
  res.end(page(tenantSettings(match[1]), language(req)));
});

server.listen(process.env.PORT || 3000, '127.0.0.1');
