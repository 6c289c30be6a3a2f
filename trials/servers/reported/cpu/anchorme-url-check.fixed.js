'use strict';
const express = require('express');

const app = express();

// what the readers saved, newest first
const bookmarks = [
  { id: 9, title: 'Node.js docs', url: 'https://nodejs.org/docs/latest/api/http.html' },
  { id: 8, title: 'Swifts', url: 'https://en.wikipedia.org/wiki/Swift_(bird)' },
  { id: 7, title: 'Spring sale', url: 'https://shop.example.com/sale?utm_source=mail&utm_medium=link' },
  { id: 6, title: 'A note', url: 'call the dentist' },
  { id: 5, title: 'Weather', url: 'https://weather.example.org/berlin/today' },
  { id: 4, title: 'Recipe', url: 'www.example.net/recipes/apple-cake' },
];

function isLink(text) {
  try {
    const url = new URL(/^https?:\/\//i.test(text) ? text : `http://${text}`);
    return url.hostname.includes('.') && !/\s/.test(text);
  } catch {
    return false;
  }
}

function hostOf(text) {
  const match = /^(?:https?:\/\/)?(?:www\.)?([^/\s?#]+)/i.exec(text);
  return match ? match[1].toLowerCase() : '';
}

function shorten(text, max = 40) {
  return text.length > max ? `${text.slice(0, max - 1)}…` : text;
}

function present(bookmark) {
  const clickable = isLink(bookmark.url);
  return {
    id: bookmark.id,
    title: shorten(bookmark.title),
    label: shorten(bookmark.url),
    host: clickable ? hostOf(bookmark.url) : null,
    clickable,
  };
}

app.use((req, res, next) => {
  res.set('Cache-Control', 'no-store');
  next();
});

app.get('/hosts', (req, res) => res.json([...new Set(bookmarks.map((b) => hostOf(b.url)))]));
app.get('/bookmarks', (req, res) => res.json({ items: bookmarks.map(present) }));

app.listen(process.env.PORT || 3000, '127.0.0.1');
