const { fork } = require('child_process');
const http = require('http');
const MiniSearch = require('minisearch');

let stockPort;

function runStock() {
  process.on('disconnect', () => process.exit());
  const server = http.createServer((req, res) => {
    const ids = new URL(req.url, 'http://stock').searchParams.get('ids').split(',');
    setTimeout(() => {
      res.setHeader('content-type', 'application/json');
      res.end(JSON.stringify(ids.map((id) => ({ id: Number(id), copies: Number(id) % 7 }))));
    }, 150);
  });
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
}

const agent = new http.Agent({ keepAlive: true });

function stockOf(ids) {
  return new Promise((resolve, reject) => {
    http.get({ port: stockPort, host: '127.0.0.1', path: `/?ids=${ids.join(',')}`, agent }, (res) => {
      let text = '';
      res.setEncoding('utf8');
      res.on('data', (part) => { text += part; });
      res.on('end', () => resolve(JSON.parse(text)));
    }).on('error', reject);
  });
}

const syllables = ['ka', 'lo', 'mir', 'ten', 'sa', 'vu', 'dor', 'el', 'pin', 'gra', 'ost', 'wen', 'hi', 'rub', 'ny'];

function word(seed) {
  const n = syllables.length;
  return syllables[seed % n] + syllables[Math.floor(seed / n) % n] + syllables[Math.floor(seed / n / n) % n];
}

function loadBooks() {
  const list = [];
  for (let id = 1; id <= 7000; id++) {
    const blurb = [];
    for (let i = 0; i < 45; i++) {
      blurb.push(word((id * 31 + i * i * 17) % 3000));
    }
    list.push({ id, title: `${word(id)} ${word(id * 3 + 1)}`, author: word(id % 400), blurb: blurb.join(' ') });
  }
  return list;
}

const books = loadBooks();
let index;

async function refreshIndex() {
  const next = new MiniSearch({ fields: ['title', 'author', 'blurb'], storeFields: ['title', 'author'] });
  await next.addAllAsync(books, { chunkSize: 20 });
  index = next;
}

async function search(query) {
  const hits = index.search(query, { combineWith: 'AND' }).slice(0, 10);
  const stock = await stockOf(hits.map((hit) => hit.id));
  const copies = new Map(stock.map((entry) => [entry.id, entry.copies]));
  return hits.map(({ id, title, author }) => ({ id, title, author, copies: copies.get(id) }));
}

async function runApi(port) {
  stockPort = port;
  const fastify = require('fastify')();
  await refreshIndex();
  setInterval(refreshIndex, 4000);

  fastify.get('/books', async (request) => {
    const query = request.query.q || '';
    return { query, books: await search(query) };
  });

  fastify.get('/books/count', async () => ({ count: index.documentCount }));

  await fastify.listen({ port: Number(process.env.PORT || 3000), host: '127.0.0.1' });
}

if (process.argv[2] === 'stock') {
  runStock();
} else {
  const stock = fork(__filename, ['stock']);
  stock.once('message', runApi);
}
