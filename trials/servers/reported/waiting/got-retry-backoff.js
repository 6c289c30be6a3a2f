// Product pages; how many are left comes from the stock service, which has bad moments.
const http = require('node:http');
const Koa = require('koa');
const got = require('got');
const startFake = require('./fake-start');

let stock;
const products = ['chair', 'table', 'lamp', 'shelf', 'desk', 'sofa'];

function stockClient(prefixUrl) {
  return got.extend({
    prefixUrl,
    responseType: 'json',
    timeout: 3000,
    retry: 4, // HERE
    agent: { http: new http.Agent({ keepAlive: true }) },
  });
}

async function left(id) {
  try {
    const { body } = await stock.get('stock/' + id);
    return body.left;
  } catch (err) {
    return null; // shown as "ask us"
  }
}

function related(id) {
  return products.map((name, i) => ({ id: i, name })).filter((product) => product.id !== id).slice(0, 2);
}

async function productPage(id) {
  const others = related(id);
  const [own, ...rest] = await Promise.all([left(id), ...others.map((product) => left(product.id))]);
  return { id, name: products[id], left: own, related: others.filter((_, i) => rest[i] !== 0) };
}

const app = new Koa();

app.use(async (ctx, next) => {
  const begun = Date.now();
  await next();
  ctx.set('x-response-time', `${Date.now() - begun}ms`);
});

app.use(async (ctx) => {
  const match = /^\/products\/(\d+)$/.exec(ctx.path);
  if (!match || !products[match[1]]) return ctx.throw(404);
  ctx.body = await productPage(Number(match[1]));
});

startFake('api').then((port) => {
  stock = stockClient(`http://127.0.0.1:${port}`);
  app.listen(process.env.PORT || 3000, '127.0.0.1', () => console.log('listening'));
});
