'use strict';
const crypto = require('crypto');
const express = require('express');
const { createSession } = require('iocane');

const masterPassword = process.env.MASTER_PASSWORD || 'correct horse battery staple';
const partners = { stripe: 'sk_live_51H8', mailgun: 'key-3ax6xnjp29', shippo: 'shippo_live_9f2' };
const vault = new Map();

async function store(name, secret) {
  const encrypted = await createSession().use('gcm').setDerivationRounds(100000).encrypt(secret, masterPassword);
  vault.set(name, encrypted);
}

function secretOf(name) {
  return createSession().use('gcm').decrypt(vault.get(name), masterPassword); // HERE
}

function sign(secret, payload) {
  return crypto.createHmac('sha256', secret).update(JSON.stringify(payload)).digest('hex');
}

function orderEvent(id) {
  return { id: Number(id), type: 'order.paid', amount: 1000 + (id % 50) * 25, at: new Date().toISOString() };
}

function knownPartner(req, res, next) {
  if (!vault.has(req.params.partner)) return res.status(404).json({ error: 'unknown partner' });
  next();
}

const app = express();
app.disable('x-powered-by');

app.get('/partners', (req, res) => res.json([...vault.keys()]));

app.get('/webhooks/:partner/:order', knownPartner, async (req, res, next) => {
  try {
    const payload = orderEvent(req.params.order);
    const secret = await secretOf(req.params.partner);
    res.set('X-Signature', sign(secret, payload)).json(payload);
  } catch (err) {
    next(err);
  }
});

Promise.all(Object.entries(partners).map(([name, secret]) => store(name, secret))).then(() => {
  app.listen(process.env.PORT || 3000, '127.0.0.1');
});
