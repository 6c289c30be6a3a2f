'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const express = require('express');
const { I18n } = require('i18n');

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'clinic-locales-'));
const departments = ['radiology', 'surgery', 'paediatrics', 'cardiology', 'dermatology'];

function catalogue(language) {
  const out = { 'Please take a seat': `${language}: Please take a seat`, Departments: `${language}: Departments` };
  for (let i = 0; i < 900; i++) {
    const department = departments[i % departments.length];
    out[`Instruction ${i} for ${department}`] = `${language}: instruction ${i} for patients of ${department}`;
  }
  return out;
}

for (const language of ['en', 'de', 'fr']) {
  fs.writeFileSync(path.join(directory, `${language}.json`), JSON.stringify(catalogue(language), null, '\t'));
}

const i18n = new I18n({
  locales: ['en', 'de', 'fr'],
  defaultLocale: 'en',
  directory, // HERE
  queryParameter: 'lang',
});

const app = express();
app.use(i18n.init);

let counter = 0;
const waiting = new Map(departments.map((name) => [name, []]));

function draw(department) {
  const ticket = { number: ++counter, drawnAt: Date.now() };
  const queue = waiting.get(department);
  queue.push(ticket);
  if (queue.length > 30) queue.shift();
  return { ...ticket, ahead: queue.length - 1 };
}

app.get('/tickets/:department/next', (req, res) => {
  if (!waiting.has(req.params.department)) return res.sendStatus(404);
  const ticket = draw(req.params.department);
  res.json({
    number: ticket.number,
    message: req.__(`Your number is ${ticket.number}`), // HERE
    hint: req.__('Please take a seat'),
  });
});

app.get('/departments', (req, res) => {
  res.json({ title: req.__('Departments'), departments });
});

app.get('/departments/:name/instructions', (req, res) => {
  const list = [];
  for (let i = departments.indexOf(req.params.name); i >= 0 && i < 40; i += departments.length) {
    list.push(req.__(`Instruction ${i} for ${req.params.name}`));
  }
  res.json(list);
});

app.listen(process.env.PORT || 3000, '127.0.0.1');
