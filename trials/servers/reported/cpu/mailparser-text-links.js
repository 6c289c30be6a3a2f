'use strict';
const http = require('http');
const { simpleParser } = require('mailparser');

// raw messages of the support inbox, as the IMAP fetch stored them
const inbox = new Map();

function rawMessage(id, lines) {
  return [
    `From: "Customer ${id}" <customer${id}@example.org>`,
    'To: support@example.com',
    `Subject: Report ${id}`,
    `Message-ID: <m${id}@example.org>`,
    'Date: Tue, 04 Mar 2025 09:30:00 +0100',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Hello, please have a look at these pages, they are all gone:',
    ...lines,
  ].join('\r\n');
}

for (let id = 1; id <= 40; id++) {
  const lines = [];
  for (let i = 0; i < 120; i++) {
    lines.push([0, 1, 2, 3, 4].map((n) => `www.shop${id}.com/p/${i * 5 + n}`).join(' '));
  }
  inbox.set(id, rawMessage(id, lines));
}

function preview(text) {
  return (text || '').split('\n').slice(0, 2).join(' ').slice(0, 160);
}

async function loadTicket(id) {
  const mail = await simpleParser(inbox.get(id)); // HERE
  return {
    id,
    from: mail.from.value[0].address,
    subject: mail.subject,
    date: mail.date,
    preview: preview(mail.text),
    attachments: mail.attachments.map((a) => a.filename),
  };
}

function reply(res, status, body) {
  res.writeHead(status, { 'Content-Type': 'application/json' });
  res.end(JSON.stringify(body));
}

const server = http.createServer(async (req, res) => {
  try {
    const [, kind, id] = req.url.split('/');
    if (kind === 'tickets' && !id) return reply(res, 200, { ids: [...inbox.keys()] });
    if (kind === 'tickets' && inbox.has(Number(id))) return reply(res, 200, await loadTicket(Number(id)));
    reply(res, 404, { error: 'not found' });
  } catch (err) {
    reply(res, 500, { error: err.message });
  }
});

server.listen(process.env.PORT || 3000, '127.0.0.1');
