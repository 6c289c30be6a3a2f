'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const express = require('express');
const Conf = require('conf');

const settings = new Conf({
  projectName: 'webshop',
  configName: 'shop-settings',
  cwd: fs.mkdtempSync(path.join(os.tmpdir(), 'webshop-')),
  defaults: {
    currency: 'EUR',
    tax: { standard: 0.21, reduced: 0.09, reducedCategories: ['books', 'food'] },
    shipping: { flat: 4.95, freeFrom: 50 },
    discounts: { garden: 0.1, books: 0, food: 0, tools: 0.05 },
    features: { giftWrap: true, reviews: false, stockLabels: true },
  },
});

const catalogue = [];
for (let i = 0; i < 12; i++) {
  const category = ['garden', 'books', 'food', 'tools'][i % 4];
  catalogue.push({ sku: 'P' + (1000 + i), name: 'Article ' + i, category, net: 3 + i * 2.5, stock: (i * 7) % 20 });
}

let current = settings.store;
settings.onDidAnyChange((changed) => {
  current = changed;
});

function setting(key) {
  return key.split('.').reduce((value, part) => value && value[part], current);
}

function taxRate(category) {
  return setting('tax.reducedCategories').includes(category) ? setting('tax.reduced') : setting('tax.standard');
}

function price(article) {
  const discounted = article.net * (1 - (setting(`discounts.${article.category}`) || 0));
  return Math.round(discounted * (1 + taxRate(article.category)) * 100) / 100;
}

function stockLabel(article) {
  if (!setting('features.stockLabels')) return undefined;
  return article.stock === 0 ? 'sold out' : article.stock < 5 ? 'almost gone' : 'in stock';
}

const app = express();
app.disable('x-powered-by');

app.get('/articles', (req, res) => {
  const articles = catalogue.map((a) => ({ sku: a.sku, name: a.name, price: price(a), label: stockLabel(a) }));
  res.json({ currency: setting('currency'), freeShippingFrom: setting('shipping.freeFrom'), articles });
});

app.put('/settings/:key', express.json(), (req, res) => {
  settings.set(req.params.key, req.body.value);
  res.json(settings.store);
});

app.listen(process.env.PORT || 3000, '127.0.0.1');
