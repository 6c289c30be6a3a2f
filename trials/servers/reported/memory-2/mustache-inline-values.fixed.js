const express = require('express');
const Mustache = require('mustache');

const shop = { name: 'Paper & Co', support: 'help@paper.example' };

const catalogue = ['Notebook', 'Fountain pen', 'Blotting paper', 'Ink', 'Envelopes', 'Wax seal'];

const blocks = {
  header: '<h1>{{shop.name}}</h1>',
  items: '<table>{{#items}}<tr><td>{{name}}</td><td>{{quantity}}</td><td>{{price}}</td></tr>{{/items}}</table>',
  footer: '<p>Questions? Write to {{shop.support}}.</p>',
};

function loadOrder(number) {
  const items = catalogue.slice(number % 3).map((name, i) => ({
    name,
    quantity: 1 + ((number + i) % 4),
    price: (((number * 31 + i * 17) % 900) / 10 + 1).toFixed(2),
  }));
  return { number, customer: `Customer ${number % 50}`, items };
}

function total(order) {
  return order.items.reduce((sum, item) => sum + item.quantity * Number(item.price), 0).toFixed(2);
}

function buildTemplate() {
  return [
    blocks.header,
    '<p>Dear {{customer}}, thank you for order <a href="/orders/{{number}}">{{number}}</a>.</p>',
    blocks.items,
    '<p>Total: {{total}}</p>',
    blocks.footer,
  ].join('\n');
}

function confirmation(order) {
  return Mustache.render(buildTemplate(), { shop, total: total(order), ...order });
}

const app = express();
app.disable('x-powered-by');
let lastOrder = 100000;

app.get('/shop', (req, res) => res.send(Mustache.render(blocks.header + blocks.footer, { shop })));

app.get('/checkout/confirm', (req, res) => {
  const order = loadOrder(++lastOrder);
  res.type('html').send(confirmation(order));
});

app.listen(process.env.PORT || 3000, '127.0.0.1');
