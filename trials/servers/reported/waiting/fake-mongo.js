// A small MongoDB: the handshake (OP_QUERY) and commands (OP_MSG); a find takes 15 ms, one command at a time per connection.
const net = require('node:net');
const { serialize, deserialize, ObjectId } = require('bson');
const posts = [...Array(10)].map((_, i) => ({ _id: new ObjectId(), title: `Announcement ${i}`, text: 'text '.repeat(20), public: true }));
const hello = { ismaster: true, maxBsonObjectSize: 16777216, maxMessageSizeBytes: 48000000, maxWriteBatchSize: 100000, minWireVersion: 0, maxWireVersion: 8, readOnly: false, ok: 1 };

function run(command) {
  if ('ismaster' in command || 'isMaster' in command || 'hello' in command) return [0, hello];
  if (command.find) return [15, { cursor: { firstBatch: posts, id: 0, ns: `${command.$db}.${command.find}` }, ok: 1 }];
  return [0, { ok: 1 }];
}
const head = (size, id, code) => { const b = Buffer.alloc(16); b.writeInt32LE(size, 0); b.writeInt32LE(id, 8); b.writeInt32LE(code, 12); return b; };

const server = net.createServer({ noDelay: true }, (socket) => {
  let rest = Buffer.alloc(0);
  let last = Promise.resolve();
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 16 && rest.length >= rest.readInt32LE(0)) {
      const message = rest.subarray(0, rest.readInt32LE(0));
      rest = rest.subarray(message.length);
      const id = message.readInt32LE(4);
      const isQuery = message.readInt32LE(12) === 2004;
      const start = isQuery ? message.indexOf(0, 20) + 1 + 8 : 21;
      const [ms, reply] = run(deserialize(message.subarray(start, start + message.readInt32LE(start))));
      const body = serialize(reply);
      const front = isQuery ? Buffer.alloc(20) : Buffer.alloc(5);
      if (isQuery) front.writeInt32LE(1, 16);
      const answer = Buffer.concat([head(16 + front.length + body.length, id, isQuery ? 1 : 2013), front, body]);
      last = last.then(() => ms && new Promise((done) => setTimeout(done, ms))).then(() => socket.write(answer));
    }
  });
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('disconnect', () => process.exit());
