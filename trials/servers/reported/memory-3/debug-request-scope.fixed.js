'use strict';

const http = require('http');
const createDebug = require('debug');

const port = process.env.PORT || 3000;

const books = new Map();
for (let i = 1; i <= 400; i++) {
  books.set(String(i), { id: i, title: `Volume ${i}`, shelf: `R${i % 17}`, copies: (i % 4) + 1 });
}
const loans = new Map();

const catalogueLog = createDebug('library:catalogue');
const loansLog = catalogueLog.extend('loans');

class Catalogue {
  constructor() {
    this.log = catalogueLog;
  }

  find(id) {
    this.log('find %s', id);
    return books.get(id) || null;
  }

  search(text) {
    this.log('search %s', text);
    return [...books.values()].filter((b) => b.title.includes(text)).slice(0, 20);
  }
}

class LoanDesk {
  constructor(catalogue) {
    this.catalogue = catalogue;
    this.log = loansLog;
  }

  available(id) {
    const book = this.catalogue.find(id);
    if (!book) return null;
    const out = loans.get(id) || 0;
    this.log('book %s: %d of %d out', id, out, book.copies);
    return { ...book, available: book.copies - out };
  }
}

function createContext(req) {
  const catalogue = new Catalogue();
  return {
    url: new URL(req.url, 'http://library.local'),
    catalogue,
    desk: new LoanDesk(catalogue),
  };
}

function sendJson(res, status, body) {
  const text = JSON.stringify(body);
  res.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  res.end(text);
}

const server = http.createServer((req, res) => {
  const ctx = createContext(req);
  const [, section, id] = ctx.url.pathname.split('/');

  if (section === 'books' && id) {
    const book = ctx.desk.available(id);
    return book ? sendJson(res, 200, book) : sendJson(res, 404, { error: 'no such book' });
  }
  if (section === 'books') {
    return sendJson(res, 200, ctx.catalogue.search(ctx.url.searchParams.get('q') || ''));
  }
  sendJson(res, 404, { error: 'not found' });
});

server.listen(port, '127.0.0.1');
