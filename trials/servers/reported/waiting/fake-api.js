// A small HTTP service: /contacts/N after 5 ms; /stock/N, one answer in five is a 503; /keys (JWKS) after 150 ms.
const http = require('node:http');
const { publicJwk } = require('./fake-key.json');
const server = http.createServer((req, res) => {
  const send = (status, data) => { res.writeHead(status, { 'content-type': 'application/json' }); res.end(JSON.stringify(data)); };
  const id = req.url.split('/').pop();
  if (req.url.startsWith('/contacts/')) setTimeout(send, 5, 200, { id, name: `Contact ${id}`, company: 'ACME' });
  else if (req.url.startsWith('/stock/')) setTimeout(() => (Math.random() < 0.2 ? send(503, { error: 'no backend' }) : send(200, { id, left: 12 })), 2);
  else if (req.url.endsWith('/jwks.json')) setTimeout(send, 150, 200, { keys: [publicJwk] });
  else send(404, { error: 'not found' });
});
server.keepAliveTimeout = 60000;
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('disconnect', () => process.exit());
