'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const express = require('express');
const I18n = require('i18n-2');

const locales = 'en de fr nl es it pt pl cs sv da fi el bg ro hu hr sk sl et lv lt mt ga'.split(' ');
const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'hotel-locales-'));
const write = (name, texts) => fs.writeFileSync(path.join(directory, name + '.js'), JSON.stringify(texts));
for (const locale of locales) {
  write('chain-' + locale, { 'Welcome, %s': `(${locale}) Welcome, %s`, 'per night': `(${locale}) per night` });
  const texts = { 'Our rooms': `(${locale}) Our rooms` };
  for (let i = 0; i < 10; i++) texts[`room.${i}`] = `(${locale}) Room ${i} with a view`;
  write(locale, texts);
}

const rooms = Array.from({ length: 10 }, (_, i) => ({ id: i, beds: 1 + (i % 3), price: 60 + i * 15 }));

function visitorName(req, res, next) {
  const match = /name=([^;]+)/.exec(req.headers.cookie || '');
  req.visitor = match ? decodeURIComponent(match[1]) : 'guest';
  next();
}

function chainTexts(locale) {
  return 'chain-' + locale;
}

function roomList(i18n) {
  return rooms
    .map((room) => `<li>${i18n.__(`room.${room.id}`)} (${room.beds}): ${room.price} EUR ${i18n.__('per night')}</li>`)
    .join('\n');
}

const app = express();
app.disable('x-powered-by');
app.use(visitorName);

I18n.expressBind(app, { locales, defaultLocale: 'en', directory, base: chainTexts, devMode: false });

app.get('/', (req, res) => {
  res.type('html').send(
    `<h1>${req.i18n.__('Welcome, %s', req.visitor)}</h1>\n<h2>${req.i18n.__('Our rooms')}</h2>\n<ul>${roomList(req.i18n)}</ul>`
  );
});

app.get('/rooms.json', (req, res) => res.json(rooms));

app.listen(process.env.PORT || 3000, '127.0.0.1');
