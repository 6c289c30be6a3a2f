'use strict';

const http = require('http');
const Vue = require('vue');
const { createRenderer } = require('vue-server-renderer');

Vue.config.productionTip = false;

const port = process.env.PORT || 3000;
const renderer = createRenderer();

const products = [];
for (let i = 1; i <= 60; i++) {
  products.push({ id: i, name: `Teapot no. ${i}`, price: 1900 + i * 35, stock: i % 7 });
}

const pageTracking = {
  created() {
    const { title } = this.$options;
    if (title && this.$root.page) this.$root.page.title = title;
  },
  methods: {
    euros(cents) {
      return `${(cents / 100).toFixed(2)} €`;
    },
  },
};

Vue.mixin(pageTracking);

const ProductCard = {
  props: ['product'],
  template: '<li><b>{{ product.name }}</b> <i>{{ euros(product.price) }}</i><em v-if="!product.stock">sold out</em></li>',
};

const ProductList = {
  title: 'Our teapots',
  components: { ProductCard },
  props: ['items'],
  template: '<ul><product-card v-for="p in items" :key="p.id" :product="p" /></ul>',
};

const Imprint = {
  title: 'Imprint',
  template: '<p>Porcelain &amp; Sons, Harbour Street 4</p>',
};

function createApp(view, props) {
  const page = { title: 'Shop' };
  const app = new Vue({
    data: { page },
    render: (h) => h('main', [h(view, { props })]),
  });
  return { app, page };
}

async function respond(res, view, props) {
  const { app, page } = createApp(view, props);
  const html = await renderer.renderToString(app);
  res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  res.end(`<!doctype html><title>${page.title}</title>${html}`);
}

const server = http.createServer((req, res) => {
  const url = new URL(req.url, 'http://shop.local');
  const fail = (err) => {
    console.error(err);
    res.writeHead(500);
    res.end();
  };
  if (url.pathname === '/products') {
    const from = Number(url.searchParams.get('from') || 0);
    return respond(res, ProductList, { items: products.slice(from, from + 12) }).catch(fail);
  }
  if (url.pathname === '/imprint') return respond(res, Imprint).catch(fail);
  res.writeHead(404);
  res.end();
});

server.listen(port, '127.0.0.1');
