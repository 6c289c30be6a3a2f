// A small Redis: strings, hashes and lists in memory; blocking pops block their connection, as in the real one.
const net = require('node:net');
const hashes = new Map([['session:s1', { user: '7', lang: 'en' }]]);
for (let i = 1; i <= 20; i++) hashes.set(`product:${i}`, { id: String(i), name: `Product ${i}`, price: String(10 + i) });
const strings = new Map();
const lists = new Map();
const waiters = [];
const bulk = (s) => (s === null ? '$-1\r\n' : `$${Buffer.byteLength(s)}\r\n${s}\r\n`);
const array = (items) => (items === null ? '*-1\r\n' : `*${items.length}\r\n${items.map(bulk).join('')}`);

async function run([name, ...args]) {
  switch (name.toLowerCase()) {
    case 'info': return bulk('redis_version:7.0.0\r\nloading:0\r\n');
    case 'hgetall': return array(Object.entries(hashes.get(args[0]) || {}).flat());
    case 'get': return bulk(strings.get(args[0]) ?? null);
    case 'set': strings.set(args[0], args[1]); return '+OK\r\n';
    case 'lpush': {
      const list = lists.get(args[0]) || [];
      list.unshift(...args.slice(1));
      lists.set(args[0], list);
      const waiter = waiters.findIndex((w) => w.key === args[0]);
      if (waiter >= 0) waiters.splice(waiter, 1)[0].wake();
      return `:${list.length}\r\n`;
    }
    case 'brpop': {
      const list = () => lists.get(args[0]) || [];
      if (!list().length) {
        await new Promise((wake) => {
          waiters.push({ key: args[0], wake });
          if (Number(args[1]) > 0) setTimeout(wake, Number(args[1]) * 1000);
        });
      }
      return list().length ? array([args[0], list().pop()]) : array(null);
    }
    default: return '+OK\r\n';
  }
}

const server = net.createServer({ noDelay: true }, (socket) => {
  let rest = '';
  let last = Promise.resolve();
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    rest += chunk;
    for (;;) {
      const command = parse();
      if (!command) return;
      last = last.then(() => run(command)).then((reply) => socket.write(reply));
    }
  });
  function parse() {
    const head = /^\*(\d+)\r\n/.exec(rest);
    if (!head) return null;
    let at = head[0].length;
    const parts = [];
    for (let i = 0; i < Number(head[1]); i++) {
      const end = rest.indexOf('\r\n', at);
      if (end < 0) return null;
      const size = Number(rest.slice(at + 1, end));
      if (rest.length < end + 2 + size + 2) return null;
      parts.push(rest.slice(end + 2, end + 2 + size));
      at = end + 2 + size + 2;
    }
    rest = rest.slice(at);
    return parts;
  }
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('disconnect', () => process.exit());
