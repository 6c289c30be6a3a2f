'use strict';
const http = require('http');
const path = require('path');
const { fork } = require('child_process');
const express = require('express');
const cheerio = require('cheerio');

if (process.argv[2] === 'wiki') {
  const filler = '<p class="t">All about the history of an ordinary place, its people, and its <b>rivers</b>.</p>\n'.repeat(40);
  const script = `<script>var data = "${'abcdefghij'.repeat(6000)}";</script>`;
  let page = 0;
  const wiki = http.createServer((req, res) => {
    page += 1;
    res.setHeader('content-type', 'text/html; charset=utf-8');
    res.end(`<html><head><title>Encyclopaedia page number ${page}</title></head><body><h1>Page ${page}</h1>${filler}${script}</body></html>`);
  });
  wiki.listen(0, '127.0.0.1', () => process.send(wiki.address().port));
  process.on('disconnect', () => process.exit());
} else {
  const child = fork(path.resolve(__filename), ['wiki'], { execArgv: [] });
  child.once('message', start);
}

const HISTORY = 5000;
const previews = [];

function remember(preview) {
  previews.push(preview);
  if (previews.length > HISTORY) previews.shift();
}

async function download(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.text();
}

function preview(url, html) {
  const $ = cheerio.load(html);
  const title = $('title').text(); // HERE
  return { url, title, paragraphs: $('p').length, at: Date.now() };
}

function start(wikiPort) {
  const app = express();

  app.get('/preview', async (req, res, next) => {
    try {
      const url = `http://127.0.0.1:${wikiPort}/wiki/random`;
      const card = preview(url, await download(url));
      remember(card);
      res.json(card);
    } catch (err) {
      next(err);
    }
  });

  app.get('/recent', (req, res) => res.json(previews.slice(-20)));

  app.listen(process.env.PORT || 3000, '127.0.0.1');
}
