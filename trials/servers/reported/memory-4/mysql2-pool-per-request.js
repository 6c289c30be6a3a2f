'use strict';

const { fork } = require('node:child_process');
const express = require('express');
const mysql = require('mysql2');

if (process.argv[2] === 'database') {
  const column = (name) => ({
    catalog: 'def', schema: 'library', table: 'loans', orgTable: 'loans', name, orgName: name,
    characterSet: 33, columnLength: 255, columnType: 253, flags: 0, decimals: 0,
  });
  const columns = ['book', 'title', 'due'].map(column);
  const rows = Array.from({ length: 6 }, (_, i) => [`B${i + 10}`, `Title ${i}`, `2025-03-0${i + 1}`]);

  const server = mysql.createServer();
  let connections = 0;
  server.on('connection', (connection) => {
    connection.serverHandshake({
      protocolVersion: 10, serverVersion: '8.0.36', connectionId: ++connections,
      statusFlags: 2, characterSet: 33, capabilityFlags: 0xffffff ^ 0x800,
      authCallback: (params, done) => {
        done(null);
        connection.sequenceId = 0;
      },
    });
    connection.on('query', () => {
      setTimeout(() => {
        connection.sequenceId = 1;
        connection.writeTextResult(rows.map(([book, title, due]) => ({ book, title, due })), columns);
        connection.sequenceId = 0;
      }, 8);
    });
    connection.on('error', () => {});
  });
  server.listen(0, '127.0.0.1', () => process.send(server._server.address().port));
  process.on('disconnect', () => process.exit());
} else {
  const settings = { host: '127.0.0.1', user: 'library', password: '', database: 'library', connectionLimit: 10 };
  const app = express();

  app.use('/members', (req, res, next) => {
    req.db = mysql.createPool(settings).promise(); // HERE
    next();
  });

  app.get('/opening-hours', (req, res) => {
    res.json({ monday: '10-18', saturday: '10-14' });
  });

  app.get('/members/:id/loans', async (req, res, next) => {
    try {
      const [loans] = await req.db.query('SELECT book, title, due FROM loans WHERE member = ?', [req.params.id]);
      res.json({ member: req.params.id, loans });
    } catch (error) {
      next(error);
    }
  });

  fork(__filename, ['database']).once('message', (port) => {
    settings.port = port;
    app.listen(process.env.PORT || 3000, '127.0.0.1');
  });
}
