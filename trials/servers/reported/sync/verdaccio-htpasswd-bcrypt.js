'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const express = require('express');
const HTPasswd = require('verdaccio-htpasswd').default;

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'registry-'));
fs.writeFileSync(path.join(directory, 'htpasswd'), 'ci:$2a$10$z2M6oigA4j8SFwlTPLwo9eZDon1tib9J8k3Ngd5H2FSTZTYCCSJD6:autocreated 2022-02-20T10:00:00.000Z\n');

const logger = { info() {}, warn: console.warn, error: console.error };
const users = new HTPasswd({ file: './htpasswd' }, { logger, config: { self_path: path.join(directory, 'config.yaml') } });

const packages = new Map();
for (const name of ['ui', 'forms', 'charts', 'icons']) {
  const versions = {};
  for (let i = 0; i < 15; i++) versions[`1.${i}.0`] = { name: '@acme/' + name, version: `1.${i}.0`, dependencies: { lodash: '^4.17.0' } };
  packages.set(name, { name: '@acme/' + name, 'dist-tags': { latest: '1.14.0' }, versions });
}

function credentials(req) {
  const [scheme, value] = (req.headers.authorization || '').split(' ');
  if (scheme !== 'Basic' || !value) return null;
  const text = Buffer.from(value, 'base64').toString();
  const colon = text.indexOf(':');
  return { user: text.slice(0, colon), password: text.slice(colon + 1) };
}

function authenticate(req, res, next) {
  const given = credentials(req);
  if (!given) return res.status(401).set('WWW-Authenticate', 'Basic').json({ error: 'authentication required' });
  users.authenticate(given.user, given.password, (err, groups) => { // HERE
    if (err) return next(err);
    if (!groups) return res.status(401).json({ error: 'bad username/password' });
    req.groups = groups;
    next();
  });
}

function manifest(pkg, host) {
  const versions = {};
  for (const [version, data] of Object.entries(pkg.versions)) {
    versions[version] = { ...data, dist: { tarball: `http://${host}/${data.name}-${version}.tgz` } };
  }
  return { ...pkg, versions };
}

const app = express();
app.disable('x-powered-by');
app.get('/-/ping', (req, res) => res.json({}));

app.get('/@acme/:name', authenticate, (req, res) => {
  const pkg = packages.get(req.params.name);
  if (!pkg) return res.status(404).json({ error: 'no such package available' });
  res.json(manifest(pkg, req.headers.host));
});

app.listen(process.env.PORT || 3000, '127.0.0.1');
