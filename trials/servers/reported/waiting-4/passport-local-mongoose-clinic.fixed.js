'use strict';

const crypto = require('node:crypto');
const net = require('node:net');
const { fork } = require('node:child_process');

if (process.argv[2] === 'database') {
  const { BSON } = require('mongodb');
  process.on('disconnect', () => process.exit());
  const keylen = Number(process.argv[3]);
  const salt = crypto.randomBytes(32).toString('hex');
  const staff = {
    _id: new BSON.ObjectId(),
    username: 'nurse.okafor',
    ward: 'B2',
    salt,
    hash: crypto.pbkdf2Sync('green-lamp-42', salt, 12000, keylen, 'sha256').toString('hex'),
  };
  const reply = (command) => {
    if (command.hello || command.ismaster || command.isMaster) {
      return {
        ok: 1, helloOk: true, isWritablePrimary: true, ismaster: true, maxBsonObjectSize: 16777216,
        maxMessageSizeBytes: 48000000, maxWriteBatchSize: 100000, minWireVersion: 0, maxWireVersion: 17,
      };
    }
    if (command.find) {
      const wanted = JSON.stringify(command.filter).includes(staff.username);
      return { ok: 1, cursor: { id: BSON.Long.ZERO, ns: `${command.$db}.${command.find}`, firstBatch: wanted ? [staff] : [] } };
    }
    return { ok: 1 };
  };
  const frame = (requestId, document, opcode) => {
    const body = BSON.serialize(document);
    const head = Buffer.alloc(opcode === 1 ? 36 : 21);
    head.writeInt32LE(head.length + body.length, 0);
    head.writeInt32LE(requestId, 8);
    head.writeInt32LE(opcode, 12);
    if (opcode === 1) head.writeInt32LE(1, 32);
    return Buffer.concat([head, body]);
  };
  const server = net.createServer((socket) => {
    let buffer = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      buffer = Buffer.concat([buffer, chunk]);
      while (buffer.length >= 4 && buffer.length >= buffer.readInt32LE(0)) {
        const packet = buffer.subarray(0, buffer.readInt32LE(0));
        buffer = buffer.subarray(packet.length);
        const legacy = packet.readInt32LE(12) === 2004;
        const start = legacy ? packet.indexOf(0, 20) + 9 : 21;
        const command = BSON.deserialize(packet.subarray(start, start + packet.readInt32LE(start)));
        const out = frame(packet.readInt32LE(4), reply(command), legacy ? 1 : 2013);
        setTimeout(() => socket.write(out), command.find ? 3 : 0);
      }
    });
  });
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
} else {
  const express = require('express');
  const mongoose = require('mongoose');
  const passportLocalMongoose = require('passport-local-mongoose');

  const passwordOptions = { iterations: 12000, keylen: 32 };

  const staffSchema = new mongoose.Schema({ ward: String }, { autoIndex: false, autoCreate: false });
  staffSchema.plugin(passportLocalMongoose, passwordOptions);
  const Staff = mongoose.model('Staff', staffSchema);
  const authenticate = Staff.authenticate();

  const sessions = new Map();

  function openSession(user) {
    const token = crypto.randomBytes(18).toString('base64url');
    sessions.set(token, { username: user.username, ward: user.ward });
    setTimeout(() => sessions.delete(token), 60000).unref();
    return token;
  }

  const app = express();

  app.get('/login', async (req, res, next) => {
    try {
      const { user, error } = await authenticate(req.query.username, req.query.password);
      if (!user) return res.status(401).json({ error: error.message });
      res.json({ token: openSession(user), ward: user.ward });
    } catch (err) {
      next(err);
    }
  });

  app.get('/me', (req, res) => {
    const session = sessions.get(req.get('x-session'));
    if (!session) return res.status(401).json({ error: 'not logged in' });
    res.json(session);
  });

  const child = fork(__filename, ['database', String(passwordOptions.keylen || 512)]);
  child.once('message', async (port) => {
    await mongoose.connect(`mongodb://127.0.0.1:${port}/clinic`, { directConnection: true });
    app.listen(process.env.PORT || 3000, '127.0.0.1');
  });
}
