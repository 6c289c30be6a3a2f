const { fork } = require('child_process');
const express = require('express');
const mysql = require('mysql2');

function runDatabase() {
  process.on('disconnect', () => process.exit());
  const server = mysql.createServer();
  const column = (name, columnType) => ({
    catalog: 'def', schema: 'library', table: 'loans', orgTable: 'loans',
    name, orgName: name, characterSet: 33, columnLength: 384, columnType, flags: 0, decimals: 0,
  });
  const columns = [column('id', 3), column('title', 253), column('due', 253)];
  let nextId = 1;
  server.on('connection', (conn) => {
    conn.serverHandshake({
      protocolVersion: 10,
      serverVersion: '8.0.33',
      connectionId: nextId++,
      statusFlags: 2,
      characterSet: 8,
      capabilityFlags: 0xffffff ^ 0x800,
      authCallback: (params, done) => {
        done(null);
        conn.sequenceId = 0;
      },
    });
    conn.on('query', () => {
      setTimeout(() => {
        conn.sequenceId = 1;
        conn.writeTextResult([
          { id: 41, title: 'The Magic Mountain', due: '2024-06-03' },
          { id: 77, title: 'Middlemarch', due: '2024-06-11' },
        ], columns);
        conn.sequenceId = 0;
      }, 30);
    });
    conn.on('error', () => {});
    conn.stream.setNoDelay(true);
  });
  server.listen(0, '127.0.0.1', () => process.send(server._server.address().port));
}

function runApi(port) {
  const pool = mysql.createPool({
    host: '127.0.0.1',
    port,
    user: 'library',
    password: '',
    database: 'library',
    waitForConnections: true,
    connectionLimit: 10,
    queueLimit: 20, // HERE
  }).promise();

  async function loansOf(memberId) {
    const [rows] = await pool.query('SELECT id, title, due FROM loans WHERE member_id = ? ORDER BY due', [memberId]);
    return rows;
  }

  function withReminder(loan) {
    return { ...loan, reminder: `Please return "${loan.title}" by ${loan.due}` };
  }

  const app = express();

  app.get('/members/:id/loans', async (req, res, next) => {
    try {
      const loans = await loansOf(Number(req.params.id));
      res.json({ member: req.params.id, loans: loans.map(withReminder) });
    } catch (err) {
      next(err);
    }
  });

  app.get('/opening-hours', (req, res) => {
    res.json({ weekdays: '9-19', saturday: '10-14' });
  });

  app.use((err, req, res, next) => {
    res.status(503).json({ error: err.message });
  });

  app.listen(process.env.PORT || 3000, '127.0.0.1');
}

if (process.argv[2] === 'database') {
  runDatabase();
} else {
  const database = fork(__filename, ['database']);
  database.once('message', runApi);
}
