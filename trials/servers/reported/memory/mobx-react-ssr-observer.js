'use strict';
const express = require('express');
const React = require('react');
const { renderToString } = require('react-dom/server');
const { observable } = require('mobx');
const { observer, Provider } = require('mobx-react');

const h = React.createElement;

const settings = observable({ shop: 'Corner Shop', currency: 'EUR', banner: 'Free delivery this week' });
const articles = Array.from({ length: 24 }, (_, i) => ({ id: i, name: `Article ${i}`, cents: 499 + i * 70 }));

const money = (cents, currency) => `${(cents / 100).toFixed(2)} ${currency}`;

function Banner({ text }) {
  return h('p', { className: 'banner' }, text);
}

const Price = observer(({ cents }) => h('span', { className: 'price' }, money(cents, settings.currency))); // HERE

function Article({ article }) {
  return h('li', null, h('b', null, article.name), h(Price, { cents: article.cents }));
}

function Page({ items }) {
  return h('main', null,
    h('h1', null, settings.shop),
    h(Banner, { text: settings.banner }),
    h('ul', null, items.map((article) => h(Article, { key: article.id, article }))));
}

function render(items) {
  const html = renderToString(h(Provider, { settings }, h(Page, { items }))); // HERE
  return `<!doctype html><title>${settings.shop}</title><div id="root">${html}</div>`;
}

const app = express();

app.get('/', (req, res) => {
  const page = Math.max(0, Number(req.query.page) || 0);
  res.type('html').send(render(articles.slice(page * 8, page * 8 + 8)));
});

app.get('/settings', (req, res) => res.json(settings));

app.listen(process.env.PORT || 3000, '127.0.0.1');
