'use strict';
const express = require('express');
const { createNamespace } = require('cls-hooked');

const context = createNamespace('shop');

const users = Array.from({ length: 50 }, (_, i) => ({
  id: i, name: `User ${i}`, roles: i % 5 === 0 ? ['admin', 'buyer'] : ['buyer'],
}));
const prices = new Map(Array.from({ length: 40 }, (_, i) => [`p${i}`, 199 + i * 25]));

async function loadUser(id) {
  await new Promise((resolve) => setImmediate(resolve));
  const user = users[id % users.length];
  return { ...user, permissions: user.roles.flatMap((role) => [`${role}:read`, `${role}:write`]) };
}

function withContext(req, res, next) {
  context.run(() => {
    context.set('requestId', `${Date.now()}-${Math.random().toString(36).slice(2)}`);
    context.set('locale', req.acceptsLanguages('en', 'de') || 'en');
    next();
  });
}

function withUser(req, res, next) {
  const id = Number(req.get('x-user') || 0);
  context.set('user', loadUser(id)); // HERE
  next();
}

function format(cents) {
  return context.get('locale') === 'de' ? `${(cents / 100).toFixed(2).replace('.', ',')} €` : `€${(cents / 100).toFixed(2)}`;
}

const app = express();
app.use(withContext);

app.get('/prices', withUser, async (req, res, next) => {
  try {
    const user = await context.get('user');
    const list = [...prices].map(([sku, cents]) => ({ sku, price: format(cents) }));
    res.json({ for: user.name, editable: user.permissions.includes('admin:write'), list });
  } catch (err) {
    next(err);
  }
});

app.get('/health', (req, res) => res.send('ok'));

app.listen(process.env.PORT || 3000, '127.0.0.1');
