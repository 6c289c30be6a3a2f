'use strict';
const express = require('express');
const React = require('react');
const { renderToString } = require('react-dom/server');
const { css } = require('@emotion/css');
const { extractCritical } = require('@emotion/server');

const h = React.createElement;
const meters = Array.from({ length: 16 }, (_, i) => ({ id: i + 1, name: `Hall ${i + 1}`, load: 300 + i * 20 }));

function read(meter) {
  meter.load = Math.max(50, Math.min(999, meter.load + (Math.random() - 0.5) * 60));
  return { ...meter, share: (meter.load / 10).toFixed(3) };
}

function Title({ text }) {
  return h('h1', { className: css({ fontFamily: 'sans-serif', fontSize: 22, margin: '12px 0' }) }, text);
}

function Bar({ reading }) {
  const bar = css({ height: 14, background: '#2f855a' });
  return h('li', { className: css({ listStyle: 'none', marginBottom: 6 }) },
    h('span', { className: css({ display: 'inline-block', width: 90 }) }, reading.name),
    h('div', { className: bar, style: { width: `${reading.share}%` } }));
}

function Dashboard({ readings }) {
  return h('main', { className: css({ maxWidth: 720, margin: '0 auto' }) },
    h(Title, { text: 'Consumption now' }),
    h('ul', { className: css({ padding: 0 }) }, readings.map((r) => h(Bar, { key: r.id, reading: r }))));
}

function Meter({ reading }) {
  return h('main', null, h(Title, { text: reading.name }), h('p', null, `${reading.load.toFixed(1)} kW`));
}

function render(element) {
  const { html, css: styles, ids } = extractCritical(renderToString(element));
  return `<!doctype html><style data-emotion="css ${ids.join(' ')}">${styles}</style><div id="root">${html}</div>`;
}

const app = express();

app.get('/dashboard', (req, res) => {
  res.type('html').send(render(h(Dashboard, { readings: meters.map(read) })));
});

app.get('/meters/:id', (req, res) => {
  const meter = meters.find((m) => m.id === Number(req.params.id));
  if (!meter) return res.sendStatus(404);
  res.type('html').send(render(h(Meter, { reading: read(meter) })));
});

app.get('/api/meters', (req, res) => res.json(meters.map(read)));

app.listen(process.env.PORT || 3000, '127.0.0.1');
