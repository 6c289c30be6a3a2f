'use strict';

const http = require('http');
const moment = require('moment');
require('moment/locale/fr');

const port = process.env.PORT || 3000;

const practitioners = ['Dr Morel', 'Dr Benali', 'Dr Rousseau', 'Dr Keita'];
const appointments = [];
for (let i = 0; i < 240; i++) {
  appointments.push({
    id: i + 1,
    practitioner: practitioners[i % practitioners.length],
    room: (i % 9) + 1,
    at: Date.UTC(2024, 2, 4 + (i % 20), 8 + (i % 10), (i % 4) * 15),
  });
}

const clinicFormats = {
  longDateFormat: {
    LT: 'HH[h]mm',
    LTS: 'HH:mm:ss',
    L: 'DD/MM/YYYY',
    LL: 'D MMMM YYYY',
    LLL: 'D MMMM YYYY [à] HH[h]mm',
    LLLL: 'dddd D MMMM YYYY [à] HH[h]mm',
  },
  relativeTime: {
    future: 'dans %s',
    past: 'il y a %s',
    s: 'un instant',
    m: '1 min',
    mm: '%d min',
    h: '1 h',
    hh: '%d h',
    d: '1 jour',
    dd: '%d jours',
  },
  week: { dow: 1, doy: 4 },
};

moment.updateLocale('fr', clinicFormats);

function pickLocale(req) {
  const wanted = String(req.headers['accept-language'] || 'fr').slice(0, 2);
  if (wanted === 'en') {
    moment.locale('en');
    return 'en';
  }
  moment.locale('fr');
  return 'fr';
}

function describe(appointment, locale) {
  const at = moment(appointment.at).locale(locale);
  return {
    id: appointment.id,
    practitioner: appointment.practitioner,
    room: appointment.room,
    day: at.format('LL'),
    label: at.format('LLLL'),
    week: at.week(),
  };
}

function sendJson(res, status, body) {
  res.writeHead(status, { 'content-type': 'application/json' });
  res.end(JSON.stringify(body));
}

const server = http.createServer((req, res) => {
  const url = new URL(req.url, 'http://clinic.local');
  const locale = pickLocale(req);

  if (url.pathname === '/appointments') {
    const page = Number(url.searchParams.get('page') || 0);
    const rows = appointments.slice(page * 3, page * 3 + 3);
    return sendJson(res, 200, rows.map((a) => describe(a, locale)));
  }
  if (url.pathname === '/weekdays') {
    return sendJson(res, 200, moment.weekdays(true));
  }
  sendJson(res, 404, { error: 'not found' });
});

server.listen(port, '127.0.0.1');
