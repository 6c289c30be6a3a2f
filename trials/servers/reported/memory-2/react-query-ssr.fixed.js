const express = require('express');
const { QueryClient } = require('react-query/core');
const { dehydrate } = require('react-query/hydration');

const products = Array.from({ length: 200 }, (_, i) => ({
  id: i,
  name: `Product ${i}`,
  cents: 500 + i * 25,
  tags: ['new', 'sale', 'eco', 'gift'].slice(0, 1 + (i % 4)),
}));

const api = {
  async category(name) {
    const offset = name.length * 7;
    return products.slice(offset, offset + 12).map((product) => ({ ...product, category: name }));
  },
  async recommendations(visitor) {
    return [3, 5, 8, 13].map((n) => ({ ...products[(visitor * n) % products.length], visitor }));
  },
};

function escapeJson(value) {
  return JSON.stringify(value).replace(/</g, '\\u003c');
}

function layout(title, body, state) {
  return `<!doctype html><html><head><title>${title}</title></head><body><main>${body}</main>` +
    `<script>window.__STATE__ = ${escapeJson(state)}</script><script src="/app.js"></script></body></html>`;
}

function productList(items) {
  return `<ul>${items.map((p) => `<li>${p.name} ${(p.cents / 100).toFixed(2)}</li>`).join('')}</ul>`;
}

async function renderCategory(name, visitor) {
  const queryClient = new QueryClient();
  await Promise.all([
    queryClient.prefetchQuery(['category', name], () => api.category(name)),
    queryClient.prefetchQuery(['recommendations', visitor], () => api.recommendations(visitor)),
  ]);
  const body = productList(queryClient.getQueryData(['category', name])) +
    productList(queryClient.getQueryData(['recommendations', visitor]));
  const html = layout(name, body, dehydrate(queryClient));
  queryClient.clear();
  return html;
}

const app = express();
let visitors = 0;

app.use((req, res, next) => {
  req.visitor = ++visitors;
  next();
});

app.get('/app.js', (req, res) => res.type('js').send('hydrate(window.__STATE__)'));

app.get('/c/:name', async (req, res, next) => {
  try {
    res.send(await renderCategory(req.params.name, req.visitor));
  } catch (err) {
    next(err);
  }
});

app.listen(process.env.PORT || 3000, '127.0.0.1');
