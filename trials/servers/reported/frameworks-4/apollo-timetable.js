'use strict';
const express = require('express');
const { ApolloServer, gql } = require('apollo-server-express');

const lines = Array.from({ length: 12 }, (_, i) => ({ id: String(i + 1), name: `Line ${i + 1}` }));

const departures = Array.from({ length: 1200 }, (_, i) => ({
  id: String(i + 1),
  lineId: String((i % lines.length) + 1),
  stop: `Stop ${i % 90}`,
  platform: String((i % 6) + 1),
  minute: i % 60,
  hour: Math.floor(i / 60),
  delay: i % 7,
}));

const typeDefs = gql`
  type Line {
    id: ID!
    name: String!
  }
  type Departure {
    id: ID!
    stop: String!
    platform: String!
    time: String!
    delay: Int!
    line: Line!
  }
  type Query {
    lines: [Line!]!
    departures(first: Int): [Departure!]!
  }
`;

const pad = (n) => String(n).padStart(2, '0');

const resolvers = {
  Query: {
    lines: () => lines,
    departures: (_, { first = 300 }) => departures.slice(0, first),
  },
  Departure: {
    time: (d) => `${pad(d.hour)}:${pad(d.minute)}`,
    line: (d) => lines[Number(d.lineId) - 1],
  },
};

async function main() {
  const server = new ApolloServer({
    typeDefs,
    resolvers,
    tracing: true, // HERE
    introspection: true,
    playground: false,
  });
  await server.start();

  const app = express();
  app.get('/health', (req, res) => res.json({ ok: true }));
  app.get('/lines', (req, res) => res.json(lines));
  server.applyMiddleware({ app, path: '/graphql' });
  app.listen(process.env.PORT || 3000, '127.0.0.1');
}

main();
