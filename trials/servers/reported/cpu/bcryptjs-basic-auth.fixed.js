'use strict';
const crypto = require('crypto');
const express = require('express');
const bcrypt = require('bcryptjs');

// content of the htpasswd file of the registry
const users = new Map();
users.set('ci', { name: 'ci', hash: bcrypt.hashSync('s3cret-token', 10), groups: ['read'] });
users.set('admin', { name: 'admin', hash: bcrypt.hashSync('change-me', 10), groups: ['read', 'publish'] });

const verified = new Map(); // user name -> digest of the credentials that were right

const packages = new Map();
for (let i = 0; i < 200; i++) {
  packages.set(`lib-${i}`, { name: `lib-${i}`, version: `1.${i}.0`, shasum: crypto.createHash('sha1').update(String(i)).digest('hex') });
}

function parseBasicAuth(header) {
  if (!header || !header.startsWith('Basic ')) return null;
  const text = Buffer.from(header.slice(6), 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return null;
  return { user: text.slice(0, colon), password: text.slice(colon + 1) };
}

async function verify(credentials) {
  const user = users.get(credentials.user);
  if (!user) return null;
  const key = crypto.createHash('sha256').update(`${user.hash}\n${credentials.password}`).digest('hex');
  if (verified.get(user.name) === key) return user;
  const ok = await bcrypt.compare(credentials.password, user.hash);
  if (ok) verified.set(user.name, key);
  return ok ? user : null;
}

async function authenticate(req, res, next) {
  try {
    const credentials = parseBasicAuth(req.headers.authorization);
    const user = credentials && (await verify(credentials));
    if (!user) return res.status(401).set('WWW-Authenticate', 'Basic').json({ error: 'unauthorized' });
    req.user = user;
    next();
  } catch (err) {
    next(err);
  }
}

function requireGroup(group) {
  return (req, res, next) => (req.user.groups.includes(group) ? next() : res.status(403).json({ error: 'forbidden' }));
}

const app = express();
app.get('/-/ping', (req, res) => res.json({}));
app.use(authenticate);
app.get('/-/all', requireGroup('read'), (req, res) => res.json([...packages.keys()].slice(0, 50)));
app.get('/:name', requireGroup('read'), (req, res) => {
  const pkg = packages.get(req.params.name);
  if (!pkg) return res.status(404).json({ error: 'no such package' });
  res.json({ ...pkg, tarball: `/tarballs/${pkg.name}-${pkg.version}.tgz` });
});

app.listen(process.env.PORT || 3000, '127.0.0.1');
