'use strict';
const express = require('express');

const port = process.env.PORT || 3000;
const app = express();

const books = Array.from({ length: 500 }, (_, i) => ({
  id: i + 1,
  slug: `book-${i + 1}`,
  title: `Volume ${i + 1}`,
  author: ['Aldana', 'Brandt', 'Chavez', 'Dufour'][i % 4],
  available: i % 3 !== 0,
}));

const aliases = {
  table: new Map([['/catalogue', '/books'], ['/titles', '/books']]),
  async find(path) {
    return this.table.get(path);
  },
};

function lowercasePath(req, res, next) {
  req.url = req.url.replace(/^[^?]*/, (path) => path.toLowerCase());
  next();
}

function resolveAlias(req, res, next) {
  aliases.find(req.path).then((target) => {
    if (target) req.url = req.url.replace(req.path, target);
    next();
  }, next);
}

function normalizeUrls(options) {
  const urls = express();
  urls.use((req, res, next) => {
    if (options.lowercase) req.app.use(lowercasePath); // HERE
    if (options.aliases) req.app.use(resolveAlias); // HERE
    next();
  });
  return urls;
}

app.set('etag', false);
app.use(normalizeUrls({ lowercase: true, aliases: true }));

const catalogue = express.Router();

catalogue.get('/', (req, res) => {
  const author = req.query.author;
  res.json(books.filter((book) => !author || book.author === author).slice(0, 20));
});

catalogue.get('/:slug', (req, res) => {
  const book = books.find((entry) => entry.slug === req.params.slug);
  if (!book) return res.status(404).json({ error: 'unknown book' });
  res.json(book);
});

app.use('/books', catalogue);
app.get('/status', (req, res) => res.json({ books: books.length }));

app.listen(port, '127.0.0.1');
