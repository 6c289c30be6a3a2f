'use strict';
const http = require('http');
const dayjs = require('dayjs');
const utc = require('dayjs/plugin/utc');
const timezone = require('dayjs/plugin/timezone');

dayjs.extend(utc);
dayjs.extend(timezone);

const SLOT_MINUTES = 15;
const DAYS = 7;

// bookings of one host, as they come from the calendar (start in ms)
const bookings = new Set();
const monday = Date.UTC(2025, 2, 24);
for (let i = 0; i < 60; i++) bookings.add(monday + i * 11 * SLOT_MINUTES * 60000);

function openSlots(from) {
  const slots = [];
  const step = SLOT_MINUTES * 60000;
  for (let t = from; t < from + DAYS * 86400000; t += step) {
    const hour = new Date(t).getUTCHours();
    if (hour >= 6 && hour < 18 && !bookings.has(t)) slots.push(t);
  }
  return slots;
}

function groupByDay(slots, timeZone) {
  const days = {};
  for (const slot of slots) {
    const day = dayjs.utc(slot).tz(timeZone).format('YYYY-MM-DD'); // HERE
    if (!days[day]) days[day] = [];
    days[day].push(slot);
  }
  return days;
}

function summarize(days) {
  return Object.keys(days).map((day) => ({
    day,
    free: days[day].length,
    first: new Date(days[day][0]).toISOString(),
    last: new Date(days[day][days[day].length - 1]).toISOString(),
  }));
}

function sendJson(res, status, body) {
  const text = JSON.stringify(body);
  res.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
  res.end(text);
}

const server = http.createServer((req, res) => {
  const url = new URL(req.url, 'http://localhost');
  if (url.pathname === '/slots') {
    const timeZone = url.searchParams.get('timeZone') || 'Europe/Berlin';
    const days = groupByDay(openSlots(monday), timeZone);
    return sendJson(res, 200, { timeZone, days: summarize(days) });
  }
  if (url.pathname === '/bookings') return sendJson(res, 200, { count: bookings.size });
  sendJson(res, 404, { error: 'not found' });
});

server.listen(process.env.PORT || 3000, '127.0.0.1');
