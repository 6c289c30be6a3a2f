'use strict';
const { fork } = require('child_process');

const members = Array.from({ length: 50 }, (_, i) => ({
  id: i + 1,
  login: `member${i + 1}`,
  name: `Member ${i + 1}`,
  branch: ['north', 'south', 'harbour'][i % 3],
}));

function runDatabase() {
  const mysql2 = require('mysql2');
  process.on('disconnect', () => process.exit());
  const server = mysql2.createServer();
  let id = 0;

  function answer(conn, write) {
    conn.sequenceId = 1;
    write();
    conn.sequenceId = 0;
  }

  server.on('connection', (conn) => {
    conn.on('error', () => {});
    conn.stream.setNoDelay(true);
    conn.serverHandshake({
      protocolVersion: 10,
      serverVersion: '5.6.10',
      connectionId: ++id,
      statusFlags: 2,
      characterSet: 8,
      capabilityFlags: 0xffffff ^ 0x800,
      authCallback: (params, done) => {
        done(null);
        conn.sequenceId = 0;
      },
    });
    const columns = Object.keys(members[0]).map((name) => ({
      catalog: 'def', schema: 'library', table: 'members', orgTable: 'members', name, orgName: name,
      characterSet: name === 'id' ? 63 : 33, columnLength: 120, columnType: name === 'id' ? 3 : 253, flags: 0, decimals: 0,
    }));
    conn.on('query', (sql) => {
      if (!/^SELECT .* FROM/i.test(sql)) return answer(conn, () => conn.writeOk());
      const login = /`login` ?= ?'([^']+)'/.exec(sql);
      const rows = login ? members.filter((member) => member.login === login[1]) : members.slice(0, 10);
      setTimeout(() => answer(conn, () => conn.writeTextResult(rows, columns)), 20);
    });
  });
  server.listen(0, '127.0.0.1', function () {
    process.send(server._server.address().port);
  });
}

function runApp(databasePort) {
  const Sequelize = require('sequelize');
  const fastify = require('fastify');
  const port = process.env.PORT || 3000;

  const sequelize = new Sequelize('library', 'desk', 'desk', {
    host: '127.0.0.1',
    port: databasePort,
    dialect: 'mysql',
    logging: false,
    pool: { maxConnections: 100, minConnections: 1, maxIdleTime: 3600000 },
  });

  const Member = sequelize.define('member', {
    login: Sequelize.STRING,
    name: Sequelize.STRING,
    branch: Sequelize.STRING,
  }, { tableName: 'members', timestamps: false });

  const app = fastify();

  app.get('/members', async () => Member.findAll({ limit: 10 }));

  app.get('/members/:login', async (request, reply) => {
    const member = await Member.find({ where: { login: request.params.login } });
    if (!member) return reply.code(404).send({ error: 'unknown member' });
    return { login: member.login, name: member.name, branch: member.branch };
  });

  app.get('/status', async () => ({ ok: true }));

  app.listen(port, '127.0.0.1').catch((err) => {
    console.error(err);
    process.exit(1);
  });
}

if (process.argv[2] === 'database') {
  runDatabase();
} else {
  const database = fork(__filename, ['database']);
  database.once('message', runApp);
}
