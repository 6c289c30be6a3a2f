// A small RabbitMQ with a worker: each message published to queue "prices" or "stock" is answered to its reply queue after 1 ms.
const net = require('node:net');
const frames = require('amqplib/lib/frame');
const defs = require('amqplib/lib/defs');

const server = net.createServer({ noDelay: true }, (socket) => {
  let rest = Buffer.alloc(0);
  let greeted = false;
  let consumerTag = '';
  let tag = 0;
  let publish = null;
  const method = (id, channel, fields) => socket.write(defs.encodeMethod(id, channel, fields));
  const answers = {
    [defs.ConnectionStartOk]: () => method(defs.ConnectionTune, 0, { channelMax: 2047, frameMax: 131072, heartbeat: 0 }),
    [defs.ConnectionTuneOk]: () => {},
    [defs.ConnectionOpen]: () => method(defs.ConnectionOpenOk, 0, { knownHosts: '' }),
    [defs.ChannelOpen]: (f) => method(defs.ChannelOpenOk, f.channel, { channelId: Buffer.alloc(0) }),
    [defs.QueueDeclare]: (f) => method(defs.QueueDeclareOk, f.channel, { queue: f.fields.queue || 'amq.gen-1', messageCount: 0, consumerCount: 0 }),
    [defs.BasicQos]: (f) => method(defs.BasicQosOk, f.channel, {}),
    [defs.BasicConsume]: (f) => { consumerTag = f.fields.consumerTag || 'consumer-1'; method(defs.BasicConsumeOk, f.channel, { consumerTag }); },
    [defs.BasicPublish]: (f) => { publish = { queue: f.fields.routingKey }; },
    [defs.BasicProperties]: (f) => { Object.assign(publish, f.fields, { left: f.size }); },
    [defs.BasicAck]: () => {},
  };
  function reply({ queue, replyTo, correlationId }, channel) {
    const content = Buffer.from(JSON.stringify(queue === 'prices' ? { price: 42 } : { left: 7 }));
    socket.write(Buffer.concat([
      defs.encodeMethod(defs.BasicDeliver, channel, { consumerTag, deliveryTag: ++tag, redelivered: false, exchange: '', routingKey: replyTo }),
      defs.encodeProperties(defs.BasicProperties, channel, content.length, { correlationId }),
      frames.makeBodyFrame(channel, content),
    ]));
  }
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    if (!greeted) {
      if (rest.length < 8) return;
      rest = rest.subarray(8);
      greeted = true;
      method(defs.ConnectionStart, 0, { versionMajor: 0, versionMinor: 9, serverProperties: {}, mechanisms: Buffer.from('PLAIN'), locales: Buffer.from('en_US') });
    }
    for (;;) {
      const raw = frames.parseFrame(rest, 131072);
      if (!raw) return;
      rest = raw.rest;
      const frame = frames.decodeFrame(raw);
      if (frame === frames.HEARTBEAT) continue;
      if (frame.content) setTimeout(reply, 1, publish, frame.channel);
      else if (answers[frame.id]) answers[frame.id](frame);
    }
  });
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('disconnect', () => process.exit());
