'use strict';
const fastify = require('fastify');
const { graphql } = require('graphql');
const { makeExecutableSchema } = require('graphql-tools');
const { applyMiddlewareToDeclaredResolvers } = require('graphql-middleware');
const { rule, shield, allow } = require('graphql-shield');

const port = process.env.PORT || 3000;

const suppliers = ['Nordholz', 'Castell & Sons', 'Ferro', 'Ottavia'];
const parts = Array.from({ length: 400 }, (_, i) => ({
  id: `P-${1000 + i}`,
  label: `Part ${i}`,
  supplier: suppliers[i % suppliers.length],
  shelf: `A${i % 37}`,
  quantity: (i * 7) % 113,
  minimum: 10,
  price: 2.5 + (i % 40),
  currency: 'EUR',
}));

const typeDefs = `
  type Part {
    id: ID!
    label: String!
    supplier: String!
    shelf: String
    quantity: Int!
    minimum: Int!
    price: Float!
    currency: String!
  }
  type Query {
    parts(belowMinimum: Boolean): [Part!]!
    part(id: ID!): Part
  }
  type Mutation {
    restock(id: ID!, quantity: Int!): Part
  }
`;

const resolvers = {
  Query: {
    parts: (_, { belowMinimum }) => (belowMinimum ? parts.filter((p) => p.quantity < p.minimum) : parts),
    part: (_, { id }) => parts.find((p) => p.id === id),
  },
  Mutation: {
    restock: (_, { id, quantity }) => {
      const part = parts.find((p) => p.id === id);
      if (part) part.quantity += quantity;
      return part;
    },
  },
};

const isWarehouseStaff = rule({ cache: 'contextual' })(async (parent, args, ctx) => ctx.role === 'staff');

const permissions = shield({
  Query: { '*': allow },
  Mutation: { restock: isWarehouseStaff },
});

const schema = applyMiddlewareToDeclaredResolvers(makeExecutableSchema({ typeDefs, resolvers }), permissions);

const stockQuery = '{ parts { id label supplier shelf quantity minimum price currency } }';

const app = fastify();

app.get('/inventory', async (request) => {
  return graphql(schema, stockQuery, null, { role: request.headers['x-role'] || 'guest' });
});

app.get('/graphql', async (request) => {
  return graphql(schema, request.query.query, null, { role: request.headers['x-role'] || 'guest' });
});

app.get('/healthz', async () => ({ ok: true, parts: parts.length }));

app.listen(port, '127.0.0.1').catch((err) => {
  console.error(err);
  process.exit(1);
});
