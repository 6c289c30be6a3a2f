const express = require('express');
const toobusy = require('toobusy-js');

const port = process.env.PORT || 3000;

const halls = ['Lumière', 'Méliès', 'Varda', 'Lang', 'Kurosawa'];
const screenings = Array.from({ length: 130 }, (_, i) => ({
  id: 4000 + i,
  film: `Film ${i % 23}`,
  hall: halls[i % halls.length],
  starts: new Date(Date.UTC(2024, 4, 1 + (i % 7), 14 + (i % 9), (i * 15) % 60)),
  seats: 60 + ((i * 37) % 120),
  sold: (i * 53) % 170,
}));

const dayFormat = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'Europe/Berlin' });
const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Berlin' });

toobusy.maxLag(10); // HERE
toobusy.interval(250);

const app = express();
app.disable('x-powered-by');

app.use((req, res, next) => {
  if (toobusy()) { // HERE
    res.status(503).type('text').send('The box office is busy right now, please try again.');
  } else {
    next();
  }
});

function escapeHtml(text) {
  return text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
}

function renderRow(screening) {
  const free = Math.max(0, screening.seats - screening.sold);
  return `<tr><td>${timeFormat.format(screening.starts)}</td><td>${escapeHtml(screening.film)}</td>` +
    `<td>${escapeHtml(screening.hall)}</td><td>${free === 0 ? 'sold out' : free}</td></tr>`;
}

function renderProgramme() {
  const days = new Map();
  for (const screening of [...screenings].sort((a, b) => a.starts - b.starts)) {
    const day = dayFormat.format(screening.starts);
    if (!days.has(day)) days.set(day, []);
    days.get(day).push(renderRow(screening));
  }
  return [...days].map(([day, rows]) => `<h2>${day}</h2><table>${rows.join('')}</table>`).join('\n');
}

app.get('/programme', (req, res) => {
  res.type('html').send(`<h1>This week</h1>${renderProgramme()}`);
});

app.get('/screenings/:id', (req, res) => {
  const screening = screenings.find((s) => s.id === Number(req.params.id));
  if (!screening) return res.status(404).json({ error: 'unknown screening' });
  res.json(screening);
});

app.listen(port, '127.0.0.1');
