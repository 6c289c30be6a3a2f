'use strict';
const crypto = require('crypto');
const http = require('http');
const ExpiryMap = require('expiry-map');
const mem = require('mem');

const articles = Array.from({ length: 60 }, (_, i) => ({
  id: i, title: `Article ${i}`, topics: [`topic-${i % 7}`, `topic-${i % 5}`], age: i % 30,
}));

function visitorId(req) {
  const match = /(?:^|;\s*)visitor=([\w-]+)/.exec(req.headers.cookie || '');
  return match ? match[1] : crypto.randomUUID();
}

function interests(visitor) {
  const digest = crypto.createHash('sha1').update(visitor).digest();
  return Array.from({ length: 7 }, (_, i) => ({ topic: `topic-${i}`, weight: digest[i] / 255 }));
}

function score(article, weights) {
  return article.topics.reduce((sum, topic) => sum + weights.get(topic), 0) / (1 + article.age / 10);
}

function rank(visitor) {
  const weights = new Map(interests(visitor).map((i) => [i.topic, i.weight]));
  return articles
    .map((article) => ({ id: article.id, title: article.title, score: score(article, weights) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, 10);
}

const recommendations = mem(rank, { maxAge: 1000, cache: new ExpiryMap(1000) });

function send(res, status, body, headers = {}) {
  res.writeHead(status, { 'content-type': 'application/json', ...headers });
  res.end(JSON.stringify(body));
}

const server = http.createServer((req, res) => {
  if (req.url === '/recommended') {
    const visitor = visitorId(req);
    return send(res, 200, recommendations(visitor), { 'set-cookie': `visitor=${visitor}; Path=/` });
  }
  if (req.url === '/articles') return send(res, 200, articles);
  send(res, 404, { error: 'not found' });
});

server.listen(process.env.PORT || 3000, '127.0.0.1');
