const http = require('http');
const { createYoga } = require('graphql-yoga');
const { makeExecutableSchema } = require('@graphql-tools/schema');
const { mergeTypeDefs, mergeResolvers } = require('@graphql-tools/merge');

const books = Array.from({ length: 40 }, (_, i) => ({ id: String(i + 1), title: `Volume ${i + 1}`, authorId: String((i % 5) + 1), pages: 120 + i }));
const authors = Array.from({ length: 5 }, (_, i) => ({ id: String(i + 1), name: `Author ${i + 1}`, country: 'NL' }));

const modules = [
  {
    typeDefs: `
      type Query { books(first: Int = 10): [Book!]!  book(id: ID!): Book }
      type Book { id: ID!  title: String!  pages: Int  authorId: ID! }`,
    resolvers: {
      Query: { books: (_, { first }) => books.slice(0, first), book: (_, { id }) => books.find((b) => b.id === id) },
    },
  },
  {
    typeDefs: `
      type Query { authors: [Author!]!  author(id: ID!): Author }
      type Author { id: ID!  name: String!  country: String  books: [Book!]! }
      extend type Book { author: Author! }`,
    resolvers: {
      Query: { authors: () => authors, author: (_, { id }) => authors.find((a) => a.id === id) },
      Author: { books: (author) => books.filter((b) => b.authorId === author.id) },
      Book: { author: (book) => authors.find((a) => a.id === book.authorId) },
    },
  },
  {
    typeDefs: `
      type Query { serverTime: String!  viewer: Viewer }
      type Viewer { id: ID!  locale: String! }`,
    resolvers: { Query: { serverTime: () => new Date().toISOString(), viewer: (_, __, ctx) => ctx.viewer } },
  },
];

function mergedSchema() {
  return makeExecutableSchema({
    typeDefs: mergeTypeDefs(modules.map((m) => m.typeDefs)),
    resolvers: mergeResolvers(modules.map((m) => m.resolvers)),
  });
}

function viewerOf(request) {
  const locale = (request.headers.get('accept-language') || 'en').slice(0, 2);
  return { id: request.headers.get('x-user') || 'anonymous', locale };
}

function createGraphQLHandler({ graphqlEndpoint, context }) {
  return (req, res) => {
    const yoga = createYoga({ schema: mergedSchema(), graphqlEndpoint, context, logging: false, landingPage: false }); // HERE
    return yoga(req, res);
  };
}

const context = ({ request }) => ({ viewer: viewerOf(request) });
const graphql = createGraphQLHandler({ graphqlEndpoint: '/graphql', context });

http.createServer((req, res) => {
  if (req.url === '/healthz') return res.end('ok');
  return graphql(req, res);
}).listen(process.env.PORT || 3000, '127.0.0.1');
