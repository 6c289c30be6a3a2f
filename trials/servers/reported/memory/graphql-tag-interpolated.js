'use strict';
const express = require('express');
const gql = require('graphql-tag');
const { buildSchema, execute } = require('graphql');

const schema = buildSchema(`
  type Author { id: ID!, name: String! }
  type Post { id: ID!, title: String!, likes: Int!, author: Author! }
  type Query { posts(after: String, first: Int): [Post!]! }
`);

const authors = Array.from({ length: 10 }, (_, i) => ({ id: String(i), name: `Author ${i}` }));
const posts = Array.from({ length: 300 }, (_, i) => ({
  id: String(i), title: `Post number ${i}`, likes: (i * 13) % 97, author: authors[i % 10],
}));

const root = {
  posts({ after, first }) {
    const since = Buffer.from(after, 'base64').readDoubleBE(0);
    const start = Math.floor(since) % posts.length;
    return posts.slice(start, start + first);
  },
};

function cursorFor(position) {
  const cursor = Buffer.alloc(8);
  cursor.writeDoubleBE(position, 0);
  return cursor.toString('base64');
}

async function query(document, variableValues) {
  const result = await execute({ schema, document, rootValue: root, variableValues });
  if (result.errors) throw result.errors[0];
  return result.data;
}

function fetchPage(cursor) {
  return query(gql`query Feed { posts(after: "${cursor}", first: 5) { id title likes author { id name } } }`); // HERE
}

const app = express();

app.get('/authors', (req, res) => res.json(authors));

app.get('/feed', async (req, res, next) => {
  try {
    const position = Number(req.query.position) || Math.random() * posts.length;
    const data = await fetchPage(cursorFor(position));
    res.json(data.posts);
  } catch (err) {
    next(err);
  }
});

app.listen(process.env.PORT || 3000, '127.0.0.1');
