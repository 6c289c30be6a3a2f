'use strict';
const express = require('express');
const PouchDB = require('pouchdb-core').plugin(require('pouchdb-adapter-memory'));

PouchDB.setMaxListeners(0);

const seed = Array.from({ length: 30 }, (_, i) => ({
  _id: `note-${String(i).padStart(3, '0')}`, text: `Remember the milk, part ${i}`, done: i % 4 === 0,
}));

function openDatabase(name) {
  return new PouchDB(name, { adapter: 'memory' }); // HERE
}

async function prepare() {
  const db = openDatabase('notes');
  await db.bulkDocs(seed);
  const { doc_count: count } = await db.info();
  console.log('%d notes', count);
}

function present(row) {
  return { id: row.doc._id, text: row.doc.text, done: row.doc.done };
}

function withDatabase(req, res, next) {
  req.db = openDatabase('notes'); // HERE
  next();
}

const app = express();
app.use('/notes', withDatabase);

app.get('/notes', async (req, res, next) => {
  try {
    const result = await req.db.allDocs({ include_docs: true, limit: 5 });
    res.json({ total: result.total_rows, notes: result.rows.map(present) });
  } catch (err) {
    next(err);
  }
});

app.get('/notes/:id', (req, res, next) => {
  req.db.get(req.params.id).then((doc) => res.json(present({ doc })), next);
});

prepare().then(() => app.listen(process.env.PORT || 3000, '127.0.0.1'));
