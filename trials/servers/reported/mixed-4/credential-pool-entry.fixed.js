const http = require('http');
const credential = require('credential');

const passwords = credential({ work: 0.0003 });

const members = new Map();
const visits = new Map();

function enrol(number, name, pin) {
  return new Promise((resolve, reject) => {
    passwords.hash(pin, (err, hash) => {
      if (err) {
        return reject(err);
      }
      members.set(number, { number, name, hash });
      resolve();
    });
  });
}

function checkPin(member, pin) {
  return new Promise((resolve, reject) => {
    passwords.verify(member.hash, pin, (err, valid) => (err ? reject(err) : resolve(valid)));
  });
}

function countVisit(member) {
  const count = (visits.get(member.number) || 0) + 1;
  visits.set(member.number, count);
  return count;
}

async function openGate(query) {
  const member = members.get(query.get('member'));
  if (!member) {
    return [404, { error: 'unknown member' }];
  }
  if (!(await checkPin(member, query.get('pin') || ''))) {
    return [401, { error: 'wrong pin' }];
  }
  return [200, { open: true, name: member.name, visits: countVisit(member) }];
}

function send(res, status, body) {
  res.writeHead(status, { 'content-type': 'application/json' });
  res.end(JSON.stringify(body));
}

const server = http.createServer(async (req, res) => {
  const url = new URL(req.url, 'http://pool');
  try {
    if (url.pathname === '/gate') {
      return send(res, ...(await openGate(url.searchParams)));
    }
    if (url.pathname === '/lanes') {
      return send(res, 200, { free: [1, 2, 5] });
    }
    send(res, 404, { error: 'not found' });
  } catch (err) {
    send(res, 500, { error: err.message });
  }
});

Promise.all([
  enrol('1001', 'Ada Brandt', '4711'),
  enrol('1002', 'Jonas Weber', '2580'),
  enrol('1003', 'Mira Kurz', '9032'),
]).then(() => server.listen(process.env.PORT || 3000, '127.0.0.1'));
