'use strict';

const http = require('http');
const { fork } = require('child_process');
const ldap = require('ldapjs');

const port = process.env.PORT || 3000;
const base = 'ou=staff, o=hospital';
const account = { dn: 'cn=intranet, o=hospital', secret: 'intranet' };

function directory() {
  const server = ldap.createServer();
  const wards = ['cardiology', 'surgery', 'paediatrics', 'radiology'];

  server.bind('o=hospital', (req, res, next) => {
    setTimeout(() => {
      if (req.credentials !== account.secret) return next(new ldap.InvalidCredentialsError());
      res.end();
      next();
    }, 120);
  });

  server.search(base, (req, res, next) => {
    setTimeout(() => {
      for (let i = 1; i <= 40; i++) {
        const entry = {
          dn: `uid=nurse${i}, ${base}`,
          attributes: { objectclass: ['person'], uid: `nurse${i}`, cn: `Nurse ${i}`, ward: wards[i % 4] },
        };
        if (req.filter.matches(entry.attributes)) res.send(entry);
      }
      res.end();
      next();
    }, 160);
  });

  server.listen(0, '127.0.0.1', () => process.send({ port: server.port }));
  process.on('disconnect', () => process.exit());
}

function connect(url) {
  return new Promise((resolve, reject) => {
    const client = ldap.createClient({ url, connectTimeout: 5000 });
    client.on('error', reject);
    client.bind(account.dn, account.secret, (err) => (err ? reject(err) : resolve(client)));
  });
}

function search(client, filter) {
  return new Promise((resolve, reject) => {
    client.search(base, { scope: 'sub', filter }, (err, result) => {
      if (err) return reject(err);
      const found = [];
      result.on('searchEntry', (entry) => found.push(entry.object));
      result.on('error', reject);
      result.on('end', () => resolve(found));
    });
  });
}

async function findStaff(url, filter) {
  const client = await connect(url);
  const found = await search(client, filter).finally(() => client.unbind());
  return found.map(({ uid, cn, ward }) => ({ uid, name: cn, ward }));
}

function start(url) {
  const server = http.createServer(async (req, res) => {
    const { pathname, searchParams } = new URL(req.url, 'http://intranet.local');
    try {
      if (pathname === '/staff') {
        const ward = searchParams.get('ward') || 'surgery';
        const filter = new ldap.EqualityFilter({ attribute: 'ward', value: ward });
        const staff = await findStaff(url, filter);
        res.writeHead(200, { 'content-type': 'application/json' });
        return res.end(JSON.stringify(staff));
      }
      res.writeHead(pathname === '/health' ? 204 : 404);
      res.end();
    } catch (err) {
      console.error(err.message);
      res.writeHead(502);
      res.end();
    }
  });
  server.listen(port, '127.0.0.1');
}

if (process.argv[2] === 'directory') directory();
else fork(__filename, ['directory']).once('message', (m) => start(`ldap://127.0.0.1:${m.port}`));
