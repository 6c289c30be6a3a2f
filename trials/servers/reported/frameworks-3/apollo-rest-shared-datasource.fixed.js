'use strict';
const http = require('http');
const { fork } = require('child_process');
const Koa = require('koa');
const { ApolloServer, gql } = require('apollo-server-koa');
const { RESTDataSource } = require('apollo-datasource-rest');

if (process.argv[2] === 'exchange') {
  process.on('disconnect', () => process.exit());
  const names = ['Aurora Mining', 'Bergmann', 'Delta Freight', 'Ilmari Paper', 'Kestrel Foods', 'Novalux'];
  const server = http.createServer((req, res) => {
    const now = Date.now();
    const quotes = Array.from({ length: 50 }, (_, i) => ({
      symbol: `${names[i % names.length].slice(0, 3).toUpperCase()}${i}`,
      name: `${names[i % names.length]} ${i}`,
      price: 20 + ((now + i * 37) % 900) / 10,
      change: ((now + i * 13) % 400) / 100 - 2,
    }));
    res.setHeader('content-type', 'application/json');
    res.setHeader('cache-control', 'no-store');
    setTimeout(() => res.end(JSON.stringify(quotes)), 40);
  });
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
} else {
  const port = process.env.PORT || 3000;

  class QuotesAPI extends RESTDataSource {
    constructor(baseURL) {
      super();
      this.baseURL = baseURL;
    }

    async latest(limit) {
      const quotes = await this.get('quotes', { at: process.hrtime.bigint() });
      return quotes.slice(0, limit);
    }

    async symbol(symbol) {
      const quotes = await this.get('quotes', { at: process.hrtime.bigint() });
      return quotes.find((quote) => quote.symbol === symbol);
    }
  }

  const typeDefs = gql`
    type Quote {
      symbol: ID!
      name: String!
      price: Float!
      change: Float!
    }
    type Query {
      latest(limit: Int = 5): [Quote!]!
      quote(symbol: ID!): Quote
    }
  `;

  const resolvers = {
    Query: {
      latest: (_, { limit }, { dataSources }) => dataSources.quotes.latest(limit),
      quote: (_, { symbol }, { dataSources }) => dataSources.quotes.symbol(symbol),
    },
  };

  const exchange = fork(__filename, ['exchange']);
  exchange.once('message', (exchangePort) => {
    const server = new ApolloServer({
      typeDefs,
      resolvers,
      dataSources: () => ({ quotes: new QuotesAPI(`http://127.0.0.1:${exchangePort}/`) }),
    });

    const app = new Koa();
    app.use(async (ctx, next) => {
      if (ctx.path !== '/status') return next();
      ctx.body = { ok: true, uptime: process.uptime() };
    });
    server.applyMiddleware({ app });
    app.listen(port, '127.0.0.1');
  });
}
