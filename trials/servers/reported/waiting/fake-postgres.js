// A small PostgreSQL: the wire protocol's start, simple and extended queries; each query takes 8 ms, one at a time per connection.
const net = require('node:net');
const message = (type, ...parts) => {
  const body = Buffer.concat(parts.map((p) => (Buffer.isBuffer(p) ? p : Buffer.from(p))));
  const head = Buffer.alloc(5);
  head.write(type, 0);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const int16 = (n) => { const b = Buffer.alloc(2); b.writeInt16BE(n); return b; };
const int32 = (n) => { const b = Buffer.alloc(4); b.writeInt32BE(n); return b; };
const ready = message('Z', 'I');
const columns = ['id', 'customer', 'total'];
const description = message('T', int16(3), ...columns.map((name) =>
  Buffer.concat([Buffer.from(name + '\0'), int32(0), int16(0), int32(25), int16(-1), int32(-1), int16(0)])));
const row = (values) => message('D', int16(values.length), ...values.map((v) => Buffer.concat([int32(Buffer.byteLength(v)), Buffer.from(v)])));
const rows = Buffer.concat([...Array(10)].map((_, i) => row([String(i + 1), `Customer ${i + 1}`, String(100 + i)])));
const result = Buffer.concat([rows, message('C', 'SELECT 10\0')]);

const server = net.createServer({ noDelay: true }, (socket) => {
  let rest = Buffer.alloc(0);
  let started = false;
  let last = Promise.resolve();
  const after = (ms, data) => { last = last.then(() => ms && new Promise((done) => setTimeout(done, ms))).then(() => socket.write(data)); };
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const head = started ? 1 : 0;
      if (rest.length < head + 4) return;
      const size = rest.readInt32BE(head) + head;
      if (rest.length < size) return;
      const type = started ? String.fromCharCode(rest[0]) : 'start';
      rest = rest.subarray(size);
      if (type === 'start') {
        started = true;
        after(0, Buffer.concat([message('R', int32(0)), message('S', 'server_version\x0016.0\0'), message('K', int32(1), int32(1)), ready]));
      } else if (type === 'Q') after(8, Buffer.concat([description, result, ready]));
      else if (type === 'P') after(0, message('1'));
      else if (type === 'B') after(0, message('2'));
      else if (type === 'D') after(0, description);
      else if (type === 'E') after(8, result);
      else if (type === 'S') after(0, ready);
      else if (type === 'X') socket.end();
    }
  });
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('disconnect', () => process.exit());
