const express = require('express');
const Loki = require('lokijs');

const db = new Loki('helpdesk.db', { adapter: new Loki.LokiMemoryAdapter() });
const tickets = db.addCollection('tickets', { unique: ['number'], indices: ['team'] });
const agents = db.addCollection('agents');

['billing', 'shipping', 'returns', 'accounts'].forEach((team, t) => {
  agents.insert({ name: `agent ${t}`, team });
  for (let i = 0; i < 15; i++) {
    tickets.insert({
      number: t * 100 + i,
      team,
      subject: `Ticket ${i} for ${team}`,
      status: i % 3 ? 'open' : 'closed',
      priority: (i * 7) % 5,
      opened: 0,
    });
  }
});

function openTickets(team) {
  let view = tickets.getDynamicView(`open-${team}`);
  if (!view) {
    view = tickets.addDynamicView(`open-${team}`);
    view.applyFind({ status: 'open' });
    view.applyFind({ team });
    view.applySimpleSort('priority', true);
  }
  return view.data();
}

function noteOpened(number) {
  const ticket = tickets.by('number', number);
  ticket.opened += 1;
  tickets.update(ticket);
}

function summary(ticket) {
  return { number: ticket.number, subject: ticket.subject, priority: ticket.priority, opened: ticket.opened };
}

const app = express();
app.disable('x-powered-by');

app.get('/agents', (req, res) => {
  res.json(agents.find({}).map(({ name, team }) => ({ name, team })));
});

app.get('/tickets/:number', (req, res) => {
  const ticket = tickets.by('number', Number(req.params.number));
  if (!ticket) return res.sendStatus(404);
  res.json(summary(ticket));
});

app.get('/teams/:team/next', (req, res) => {
  const list = openTickets(req.params.team);
  if (list.length === 0) return res.json({ next: null, waiting: 0 });
  noteOpened(list[0].number);
  res.json({ next: summary(list[0]), waiting: list.length });
});

app.listen(process.env.PORT || 3000, '127.0.0.1');
